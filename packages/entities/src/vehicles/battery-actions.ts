import type { ActionDef } from '../define.ts';
import { f } from '../fields.ts';

/** SM-Battery as deeds; all are sent to `transition`. */
export const batteryActions = {
  install: {
    label: { zh: '装车', en: 'Install' },
    path: 'transition',
    button: 'batteryManage.install',
    where: ['row', 'detail'],
    from: { status: [0, 2] },
    fixedInput: { action: 'install' },
    input: {
      vehicleId: f.ref('vehicle', { required: true }),
      slot: f.int({ required: true, min: 1, max: 3, default: 1 }),
      reasonCode: f.dict('BatterySwapReason', { required: true }),
    },
  },
  swap: {
    label: { zh: '更换', en: 'Swap' },
    path: 'transition',
    button: 'batteryManage.install',
    where: ['row', 'detail'],
    from: { status: [1] },
    fixedInput: { action: 'swap' },
    input: {
      newBatteryId: f.ref('battery', {
        required: true,
        label: { zh: '新电池', en: 'New battery' },
        help: { zh: '拆下当前电池，同一仓位装入新电池', en: 'Replaces the current battery in the same slot' },
      }),
      reasonCode: f.dict('BatterySwapReason', { required: true }),
    },
  },
  remove: {
    label: { zh: '拆下', en: 'Remove' },
    path: 'transition',
    button: 'batteryManage.remove',
    where: ['row', 'detail'],
    from: { status: [1] },
    fixedInput: { action: 'remove' },
    confirm: { zh: '确定从车辆上拆下「{name}」吗？', en: 'Remove “{name}” from the vehicle?' },
    input: { reasonCode: f.dict('BatterySwapReason', { required: true }) },
  },
  repair: {
    label: { zh: '送修', en: 'Send to repair' },
    path: 'transition',
    button: 'batteryManage.repair',
    where: ['row', 'detail'],
    from: { status: [0, 1, 2] },
    fixedInput: { action: 'repair' },
    confirm: {
      zh: '确定将「{name}」送修吗？在车上的电池会先拆下。',
      en: 'Send “{name}” to repair? An installed battery is removed first.',
    },
  },
  repaired: {
    label: { zh: '修复', en: 'Repair completed' },
    path: 'transition',
    button: 'batteryManage.repair',
    where: ['row', 'detail'],
    from: { status: [3] },
    fixedInput: { action: 'repaired' },
    confirm: { zh: '确定「{name}」已修复吗？', en: 'Confirm that “{name}” has been repaired?' },
  },
  scrap: {
    label: { zh: '报废', en: 'Scrap' },
    path: 'transition',
    button: 'batteryManage.scrap',
    where: ['row', 'detail'],
    from: { status: [0, 2, 3] },
    fixedInput: { action: 'scrap' },
    danger: true,
    confirm: { zh: '确定报废「{name}」吗？报废后不可恢复。', en: 'Scrap “{name}”? This cannot be undone.' },
    input: {
      recycleCode: f.text({ required: true, min: 4, max: 40, label: { zh: '回收编码', en: 'Recycling code' } }),
    },
  },
} as const satisfies Readonly<Record<string, ActionDef>>;
