/**
 * Lifecycles of vehicles and batteries.
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
