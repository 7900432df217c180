import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { vehiclesMachines } from '../machines/vehicles.ts';
import { transitions } from '../transitions.ts';

const { inUse } = vehiclesMachines['SM-Battery'].states;
const reasonCode = f.dict('BatterySwapReason', { logged: true, required: true });

/** Actions on batteries: install, remove, swap and change of state. */
export const batteryActions = {
  // Two transitions in one call: this battery is removed, another one is installed in its slot.
  swap: {
    label: { zh: '更换', en: 'Swap' },
    path: 'transition',
    button: 'batteryManage.install',
    where: ['row', 'detail'],
    from: { status: [inUse] },
    fixedInput: { action: 'swap' },
    input: {
      newBatteryId: f.ref('battery', {
        required: true,
        label: { zh: '新电池', en: 'New battery' },
        help: { zh: '拆下当前电池，同一仓位装入新电池', en: 'Replaces the current battery in the same slot' },
      }),
      reasonCode,
    },
  },
  ...transitions(vehiclesMachines, 'SM-Battery', {
    install: {
      input: {
        vehicleId: f.ref('vehicle', { required: true }),
        slot: f.int({ required: true, min: 1, max: 3, default: 1 }),
        reasonCode,
      },
    },
    remove: {
      confirm: { zh: '确定从车辆上拆下「{name}」吗？', en: 'Remove “{name}” from the vehicle?' },
      input: { reasonCode },
    },
    repair: {
      confirm: {
        zh: '确定将「{name}」送修吗？在车上的电池会先拆下。',
        en: 'Send “{name}” to repair? An installed battery is removed first.',
      },
    },
    repaired: {
      confirm: { zh: '确定「{name}」已修复吗？', en: 'Confirm that “{name}” has been repaired?' },
    },
    scrap: {
      danger: true,
      confirm: { zh: '确定报废「{name}」吗？报废后不可恢复。', en: 'Scrap “{name}”? This cannot be undone.' },
      input: {
        recycleCode: f.text({ required: true, min: 4, max: 40, label: { zh: '回收编码', en: 'Recycling code' } }),
      },
    },
  }),
} as const satisfies ActionDefs;
