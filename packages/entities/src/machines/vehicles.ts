/**
 * Lifecycles of vehicles, bindings, commands and batteries.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const vehiclesMachines = {
  'SM-VehicleActivation': { entities: ['Vehicle'], dictionary: 'ActivationStatus',
    states: { notActivated: 0, activated: 1 },
    transitions: [
    { from: ['0'], action: 'appBind', zh: 'APP绑定激活', en: 'First app bind', to: '1', who: 'app', note: '2017; sets activationTime and warranty dates' },
    { from: ['0'], action: 'activate', zh: '手动激活', en: 'Activate', to: '1', who: 'vehicleManage.activate', note: '2018' },
    { from: ['1'], action: 'reset', zh: '重置激活', en: 'Reset activation', to: '0', who: 'vehicleManage.resetActivation', note: '2015 bound' },
  ] },
  'SM-VehicleOperation': { entities: ['Vehicle'], dictionary: 'OperationStatus',
    states: { operating: 0, stopped: 1 },
    transitions: [
    { from: ['0'], action: 'stop', zh: '停运', en: 'Stop', to: '1', who: 'vehicleManage.stop', note: '2019, 2020; optional SIM stop' },
    { from: ['1'], action: 'resume', zh: '恢复营运', en: 'Resume', to: '0', who: 'vehicleManage.resume', note: 'SIM resumed when stopped by it' },
  ] },
  'SM-Binding': { entities: ['VehicleBinding'], dictionary: 'BindStatus',
    states: { unbound: 0, bound: 1 },
    transitions: [
    { from: ['0'], action: 'bind', zh: '绑定', en: 'Bind', to: '1', who: 'app', note: '2301; BindingLog' },
    { from: ['1'], action: 'unbind', zh: '车主解绑', en: 'Owner unbinds', to: '0', who: 'app', note: '2303; keys revoked' },
    { from: ['1'], action: 'forceUnbind', zh: '强制解绑', en: 'Force unbind', to: '0', who: 'vehicleManage.unbind', note: '2303; reason; owner notified' },
  ] },
  'SM-Sync': { entities: ['VehicleXp'], dictionary: 'SyncStatus',
    states: { pending: 0, synced: 1, failed: 2 },
    transitions: [
    { from: ['0'], action: 'syncOk', zh: '同步成功', en: 'Synced', to: '1', who: 'system', note: '' },
    { from: ['0'], action: 'syncFail', zh: '同步失败', en: 'Sync failed', to: '2', who: 'system', note: 'auto retry 1/5/30 min' },
    { from: ['1', '2'], action: 'sync', zh: '立即同步', en: 'Sync now', to: '0', who: 'vehicleManageXp.sync', note: '' },
  ] },
  'SM-VirtualVin': { entities: ['VirtualVin'], dictionary: 'VirtualVinStatus',
    states: { unused: 0, inUse: 1, released: 2, voided: 3 },
    transitions: [
    { from: ['0'], action: 'bind', zh: '绑定', en: 'Bind', to: '1', who: 'app', note: '' },
    { from: ['1'], action: 'release', zh: '解绑/到期', en: 'Unbind or expiry', to: '2', who: 'virtualVehicle.unbind, system', note: '' },
    { from: ['2'], action: 'recycle', zh: '回收', en: 'Recycle', to: '0', who: 'virtualVehicle.recycle', note: '' },
    { from: ['0', '1', '2'], action: 'void', zh: '作废', en: 'Void', to: '3', who: 'virtualVehicle.void', note: 'in use: unbinds too' },
  ] },
  'SM-Unbind': { entities: ['UnbindApplication'], dictionary: 'UnbindStatus',
    states: { pending: 0, notice: 1, unbound: 2, rejected: 3, withdrawn: 4, objected: 5 },
    transitions: [
    { from: ['0'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'unbindManage.audit', note: '2303; owner push + SMS, 48 h' },
    { from: ['0'], action: 'approveNow', zh: '通过并立即解绑', en: 'Approve and unbind now', to: '2', who: 'unbindManage.auditNow', note: 'types 1 and 3 only' },
    { from: ['0'], action: 'reject', zh: '驳回', en: 'Reject', to: '3', who: 'unbindManage.audit', note: 'reason' },
    { from: ['0', '1'], action: 'withdraw', zh: '撤销', en: 'Withdraw', to: '4', who: 'app', note: '' },
    { from: ['1'], action: 'object', zh: '车主异议', en: 'Owner objects', to: '5', who: 'app', note: '' },
    { from: ['1'], action: 'elapse', zh: '公示期满', en: '48 h pass', to: '2', who: 'system', note: 'already unbound → 4' },
    { from: ['5'], action: 'uphold', zh: '维持异议', en: 'Uphold objection', to: '3', who: 'unbindManage.auditNow', note: '2304 second reviewer' },
    { from: ['5'], action: 'overrule', zh: '驳回异议', en: 'Overrule objection', to: '2', who: 'unbindManage.auditNow', note: '2304' },
  ] },
  'SM-Command': { entities: ['ControlCommand', 'DebugRecord'], dictionary: 'CommandStatus',
    states: { queued: 0, sent: 1, acknowledged: 2, succeeded: 3, failed: 4, timedOut: 5, cancelled: 6, expired: 7 },
    transitions: [
    { from: ['0'], action: 'send', zh: '下发', en: 'Send', to: '1', who: 'system', note: '' },
    { from: ['1'], action: 'ack', zh: '设备应答', en: 'Device acknowledges', to: '2', who: 'device', note: '' },
    { from: ['2'], action: 'ok', zh: '执行成功', en: 'Succeeded', to: '3', who: 'device', note: '' },
    { from: ['1', '2'], action: 'fail', zh: '执行失败', en: 'Failed', to: '4', who: 'device', note: '' },
    { from: ['0', '1', '2'], action: 'timeout', zh: '超时', en: 'Timed out', to: '5', who: 'system', note: '30 s online' },
    { from: ['0'], action: 'cancel', zh: '取消', en: 'Cancel', to: '6', who: 'remoteControl.cancel', note: '' },
    { from: ['0'], action: 'expire', zh: '缓存过期', en: 'Cache lapsed', to: '7', who: 'system', note: '' },
  ] },
  'SM-Stolen': { entities: ['StolenCase'], dictionary: 'StolenStatus',
    states: { toVerify: 0, monitoring: 1, recovered: 2, notFound: 3, closed: 4 },
    transitions: [
    { from: ['0'], action: 'verify', zh: '核实立案', en: 'Verify', to: '1', who: 'stolenMonitorManage.verify', note: '10 s interval; unbind and stop blocked' },
    { from: ['0'], action: 'dismiss', zh: '不予立案', en: 'Dismiss', to: '4', who: 'stolenMonitorManage.verify', note: 'reason' },
    { from: ['1'], action: 'recover', zh: '找回', en: 'Recovered', to: '2', who: 'stolenMonitorManage.recover', note: 'RESTORE_POWER sent' },
    { from: ['1'], action: 'giveUp', zh: '未找回', en: 'Not found', to: '3', who: 'stolenMonitorManage.recover, system', note: '90 d without signal' },
    { from: ['2', '3'], action: 'reopen', zh: '重新监控', en: 'Monitor again', to: '1', who: 'stolenMonitorManage.verify', note: '' },
    { from: ['2', '3'], action: 'close', zh: '结案', en: 'Close', to: '4', who: 'stolenMonitorManage.recover', note: 'blocks lifted' },
  ] },
  'SM-Battery': { entities: ['Battery'], dictionary: 'BatteryStatus',
    states: { inStock: 0, inUse: 1, idle: 2, inRepair: 3, scrapped: 4 },
    transitions: [
    { from: ['0', '2'], action: 'install', zh: '装车', en: 'Install', to: '1', who: 'batteryManage.install', note: '2202–2205' },
    { from: ['1'], action: 'remove', zh: '拆下', en: 'Remove', to: '2', who: 'batteryManage.remove', note: '' },
    { from: ['0', '1', '2'], action: 'repair', zh: '送修', en: 'Send to repair', to: '3', who: 'batteryManage.repair', note: 'in use: removed first' },
    { from: ['3'], action: 'repaired', zh: '修复', en: 'Repaired', to: '2', who: 'batteryManage.repair', note: '' },
    { from: ['0', '2', '3'], action: 'scrap', zh: '报废', en: 'Scrap', to: '4', who: 'batteryManage.scrap', note: 'recycle code required' },
  ] },
} as const satisfies Record<string, Machine>;
