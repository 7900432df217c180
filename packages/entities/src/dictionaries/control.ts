/**
 * Dictionaries of remote commands and debugging.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const controlDictionaries = [
  { category: 'ControlCommandType', zh: '控车指令', en: 'Control command', flag: 'B', entries: [
    { code: 'QUERY', zh: '查询状态', en: 'Query' },
    { code: 'QUERY_VERSION', zh: '查询版本', en: 'Query versions' },
    { code: 'FIND', zh: '寻车', en: 'Find' },
    { code: 'LOCK', zh: '设防', en: 'Arm' },
    { code: 'UNLOCK', zh: '撤防', en: 'Disarm' },
    { code: 'POWER_ON', zh: '上电', en: 'Power on' },
    { code: 'POWER_OFF', zh: '断电', en: 'Power off' },
    { code: 'OPEN_SEAT', zh: '开坐垫', en: 'Open seat' },
    { code: 'REBOOT', zh: '重启中控', en: 'Reboot ECU' },
    { code: 'SPEED_LIMIT', zh: '限速', en: 'Speed limit' },
    { code: 'CUT_POWER', zh: '远程锁车', en: 'Cut power' },
    { code: 'RESTORE_POWER', zh: '解除锁车', en: 'Restore power' },
    { code: 'SET_SOUND', zh: '设置音效', en: 'Set sound' },
  ] },
  { category: 'ControlReason', zh: '控车原因', en: 'Control reason', flag: 'E', entries: [
    { code: '1', zh: '车主要求', en: 'Owner asks' },
    { code: '2', zh: '故障排查', en: 'Troubleshooting' },
    { code: '3', zh: '被盗处置', en: 'Theft' },
    { code: '4', zh: '测试', en: 'Test' },
  ] },
  { category: 'CommandStatus', zh: '指令状态', en: 'Command status', flag: 'B', entries: [
    { code: '0', zh: '待下发', en: 'Queued', color: 'default' },
    { code: '1', zh: '已下发', en: 'Sent', color: 'primary' },
    { code: '2', zh: '设备已应答', en: 'Acknowledged', color: 'primary' },
    { code: '3', zh: '成功', en: 'Succeeded', color: 'success' },
    { code: '4', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '5', zh: '超时', en: 'Timed out', color: 'warning' },
    { code: '6', zh: '已取消', en: 'Cancelled', color: 'default' },
    { code: '7', zh: '已过期', en: 'Expired', color: 'default' },
  ] },
  { category: 'CommandResult', zh: '指令结果', en: 'Command result', flag: 'B', entries: [
    { code: 'OK', zh: '执行成功', en: 'Done', color: 'success' },
    { code: 'UNSUPPORTED', zh: '设备不支持该指令', en: 'Not supported by the device', color: 'danger' },
    { code: 'TOO_LATE', zh: '指令到达时已过期', en: 'Expired before it arrived', color: 'warning' },
    { code: 'MOVING', zh: '车辆行驶中，禁止该操作', en: 'Vehicle is moving', color: 'danger' },
    { code: 'BAD_ARGUMENT', zh: '设备拒绝参数', en: 'Parameter refused by the device', color: 'danger' },
    { code: 'LOW_CHARGE', zh: '电量不足', en: 'Charge too low', color: 'danger' },
    { code: 'MECHANICAL', zh: '机构故障', en: 'Mechanism failed', color: 'danger' },
    { code: 'DEVICE', zh: '设备执行失败', en: 'Device failed', color: 'danger' },
    { code: 'NO_ANSWER', zh: '设备未在时限内应答', en: 'No answer in time', color: 'warning' },
    { code: 'LAPSED', zh: '缓存期内车辆未上线', en: 'Vehicle stayed offline', color: 'default' },
    { code: 'WITHDRAWN', zh: '操作人取消', en: 'Cancelled by an operator', color: 'default' },
    { code: 'UNKNOWN_STATE', zh: '车辆未报告所需状态', en: 'Vehicle does not report its state', color: 'danger' },
    { code: 'UPGRADING', zh: '正在升级', en: 'OTA running', color: 'danger' },
    { code: 'NO_CASE', zh: '没有监控中的被盗案件', en: 'No open stolen case', color: 'danger' },
  ] },
  { category: 'CommandSource', zh: '指令来源', en: 'Command source', flag: 'B', entries: [
    { code: '1', zh: '后台人员', en: 'Staff' },
    { code: '2', zh: '车主APP', en: 'Owner app' },
    { code: '3', zh: '系统', en: 'System' },
  ] },
  { category: 'DebugDirection', zh: '调试方向', en: 'Debug direction', flag: 'B', entries: [
    { code: '1', zh: '读', en: 'Read' },
    { code: '2', zh: '写', en: 'Write' },
    { code: '3', zh: '动作', en: 'Action' },
  ] },
] as const satisfies readonly Dictionary[];
