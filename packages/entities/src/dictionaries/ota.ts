/**
 * Dictionaries of firmware, OTA tasks and app versions.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const otaDictionaries = [
  { category: 'ClientOs', zh: '客户端平台', en: 'Client OS', flag: 'B', entries: [
    { code: '1', zh: 'Android', en: 'Android' },
    { code: '2', zh: 'iOS', en: 'iOS' },
    { code: '3', zh: '鸿蒙', en: 'HarmonyOS' },
  ] },
  { category: 'AppChannel', zh: '应用渠道', en: 'App channel', flag: 'E', entries: [
    { code: 'official', zh: '官网', en: 'Official' },
    { code: 'huawei', zh: '华为', en: 'Huawei' },
    { code: 'xiaomi', zh: '小米', en: 'Xiaomi' },
    { code: 'oppo', zh: 'OPPO', en: 'OPPO' },
    { code: 'vivo', zh: 'vivo', en: 'vivo' },
    { code: 'tencent', zh: '应用宝', en: 'Tencent' },
    { code: 'appstore', zh: 'AppStore', en: 'App Store' },
  ] },
  { category: 'UpdateType', zh: '更新方式', en: 'Update type', flag: 'B', entries: [
    { code: '1', zh: '可选更新', en: 'Optional', color: 'default' },
    { code: '2', zh: '弹窗提醒', en: 'Popup', color: 'primary' },
    { code: '3', zh: '强制更新', en: 'Forced', color: 'danger' },
  ] },
  { category: 'PackageType', zh: '升级包类型', en: 'Package type', flag: 'B', entries: [
    { code: '1', zh: '整包', en: 'Full' },
    { code: '2', zh: '差分包', en: 'Delta' },
  ] },
  { category: 'ReleaseType', zh: '发布类型', en: 'Release type', flag: 'B', entries: [
    { code: '1', zh: '正式版', en: 'Formal' },
    { code: '2', zh: '测试版', en: 'Beta' },
    { code: '3', zh: '紧急修复', en: 'Hotfix' },
  ] },
  { category: 'FirmwareStatus', zh: '固件状态', en: 'Firmware status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '测试中', en: 'Testing', color: 'primary' },
    { code: '2', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '3', zh: '已发布', en: 'Released', color: 'success' },
    { code: '4', zh: '已停用', en: 'Disabled', color: 'danger' },
  ] },
  { category: 'FirmwareOldStatus', zh: '旧固件状态', en: 'Old firmware status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '已发布', en: 'Released', color: 'success' },
    { code: '2', zh: '停用', en: 'Disabled', color: 'danger' },
  ] },
  { category: 'OtaTaskType', zh: '任务类型', en: 'OTA task type', flag: 'B', entries: [
    { code: '1', zh: '测试', en: 'Test' },
    { code: '2', zh: '灰度', en: 'Staged rollout' },
    { code: '3', zh: '全量', en: 'Full' },
    { code: '4', zh: '单车', en: 'Single vehicle' },
    { code: '5', zh: '回退', en: 'Rollback' },
  ] },
  { category: 'OtaTargetMode', zh: '目标方式', en: 'Target mode', flag: 'B', entries: [
    { code: '1', zh: '按条件', en: 'By conditions' },
    { code: '2', zh: '导入VIN', en: 'VIN list' },
    { code: '3', zh: '测试组', en: 'Test group' },
  ] },
  { category: 'UpgradeMode', zh: '升级方式', en: 'Upgrade mode', flag: 'B', entries: [
    { code: '1', zh: '车主确认', en: 'Owner confirms' },
    { code: '2', zh: '静默升级', en: 'Silent' },
    { code: '3', zh: '强制升级', en: 'Forced' },
  ] },
  { category: 'OtaTaskStatus', zh: '升级任务状态', en: 'OTA task status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '2', zh: '待执行', en: 'Waiting', color: 'primary' },
    { code: '3', zh: '执行中', en: 'Running', color: 'primary' },
    { code: '4', zh: '已暂停', en: 'Paused', color: 'warning' },
    { code: '5', zh: '已终止', en: 'Terminated', color: 'danger' },
    { code: '6', zh: '已完成', en: 'Finished', color: 'success' },
    { code: '7', zh: '已撤销', en: 'Withdrawn', color: 'default' },
  ] },
  { category: 'OtaExecStatus', zh: '升级执行状态', en: 'OTA execution status', flag: 'B', entries: [
    { code: '0', zh: '未开始', en: 'Not started', color: 'default' },
    { code: '1', zh: '已通知', en: 'Notified', color: 'primary' },
    { code: '2', zh: '下载中', en: 'Downloading', color: 'primary' },
    { code: '3', zh: '待安装', en: 'Ready', color: 'primary' },
    { code: '4', zh: '安装中', en: 'Installing', color: 'primary' },
    { code: '5', zh: '成功', en: 'Succeeded', color: 'success' },
    { code: '6', zh: '已回滚', en: 'Rolled back', color: 'warning' },
    { code: '7', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '8', zh: '已取消', en: 'Cancelled', color: 'default' },
    { code: '9', zh: '已拒绝', en: 'Refused', color: 'warning' },
  ] },
  { category: 'OtaExecOldStatus', zh: '升级执行状态（旧）', en: 'OTA execution status (old)', flag: 'B', entries: [
    { code: '0', zh: '等待', en: 'Waiting', color: 'default' },
    { code: '1', zh: '升级中', en: 'Upgrading', color: 'primary' },
    { code: '2', zh: '成功', en: 'Succeeded', color: 'success' },
    { code: '3', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '4', zh: '取消', en: 'Cancelled', color: 'default' },
  ] },
  { category: 'OtaFailCode', zh: '升级失败码', en: 'OTA failure code', flag: 'B', entries: [
    { code: 'E01', zh: '空间不足', en: 'No space' },
    { code: 'E02', zh: '校验失败', en: 'Checksum' },
    { code: 'E03', zh: '签名无效', en: 'Bad signature' },
    { code: 'E04', zh: '电量不足', en: 'Low charge' },
    { code: 'E05', zh: '网络超时', en: 'Network timeout' },
    { code: 'E06', zh: '部件无响应', en: 'Part not reporting' },
    { code: 'E07', zh: '安装超时', en: 'Install timeout' },
    { code: 'E08', zh: '版本不匹配', en: 'Version mismatch' },
    { code: 'E09', zh: '已回滚', en: 'Rolled back' },
    { code: 'E99', zh: '其他', en: 'Other' },
  ] },
  { category: 'OtaPhase', zh: '升级阶段', en: 'OTA phase', flag: 'B', entries: [
    { code: '1', zh: '已接收', en: 'Received' },
    { code: '2', zh: '下载', en: 'Download' },
    { code: '3', zh: '校验', en: 'Verify' },
    { code: '4', zh: '安装', en: 'Install' },
    { code: '5', zh: '重启', en: 'Reboot' },
    { code: '6', zh: '完成', en: 'Done' },
    { code: '7', zh: '失败', en: 'Failed' },
  ] },
  { category: 'VersionSource', zh: '版本来源', en: 'Version source', flag: 'B', entries: [
    { code: '1', zh: '出厂', en: 'Factory', color: 'default' },
    { code: '2', zh: 'OTA升级', en: 'OTA', color: 'success' },
    { code: '3', zh: '维修更换', en: 'Workshop', color: 'warning' },
  ] },
  { category: 'TestGroup', zh: '测试组', en: 'Test group', flag: 'E', entries: [
    { code: 'A', zh: '研发测试', en: 'R&D' },
    { code: 'B', zh: '质量测试', en: 'Quality' },
    { code: 'C', zh: '内部用户', en: 'Internal users' },
  ] },
] as const satisfies readonly Dictionary[];
