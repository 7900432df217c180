import { defineEntity, type TableOf } from '../define.ts';
import { f } from '../fields.ts';

/** Which battery was in which vehicle 历史电池 (catalogue 02 §14, batteryHistory). Written by battery deeds only. */
export const batteryBinding = defineEntity({
  name: 'batteryBinding',
  table: 'veh_battery_binding',
  domain: 'vehicles',
  label: { zh: '历史电池', en: 'Battery history' },
  base: '/veh/crm/historyBattery',
  page: 'batteryHistory',
  title: ['batterySn'],
  calls: ['list', 'export'],
  fields: {
    batteryId: f.ref('battery', { required: true, readonly: true, index: true, label: { zh: '电池', en: 'Battery' } }),
    batterySn: f.lookup('batteryId', 'batterySn'),
    vehicleId: f.ref('vehicle', { required: true, readonly: true, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    slot: f.int({ required: true, readonly: true, min: 1, max: 3 }),
    bindTime: f.instant({ required: true, readonly: true, index: true, label: { zh: '装车时间', en: 'Installed at' } }),
    unbindTime: f.instant({ readonly: true, label: { zh: '拆下时间', en: 'Removed at' } }),
    odometerStartKm: f.decimal({
      readonly: true,
      unit: 'km',
      decimals: 1,
      label: { zh: '装车里程(km)', en: 'Odometer in (km)' },
    }),
    odometerEndKm: f.decimal({
      readonly: true,
      unit: 'km',
      decimals: 1,
      label: { zh: '拆下里程(km)', en: 'Odometer out (km)' },
    }),
    cycleStart: f.int({ readonly: true, label: { zh: '装车循环', en: 'Cycles in' } }),
    cycleEnd: f.int({ readonly: true, label: { zh: '拆下循环', en: 'Cycles out' } }),
    sohStart: f.int({ readonly: true, unit: '%', label: { zh: '装车健康度(%)', en: 'Health in (%)' } }),
    sohEnd: f.int({ readonly: true, unit: '%', label: { zh: '拆下健康度(%)', en: 'Health out (%)' } }),
    reason: f.dict('BatterySwapReason', { readonly: true }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
  },
  list: {
    columns: [
      'batterySn',
      'vin',
      'slot',
      'bindTime',
      'unbindTime',
      'odometerStartKm',
      'odometerEndKm',
      'cycleStart',
      'cycleEnd',
      'sohStart',
      'sohEnd',
      'reason',
      'operatorId',
    ],
    filters: { batterySn: 'like', vin: 'like', bindTime: 'range', reason: 'eq', batteryId: 'eq', vehicleId: 'eq' },
    order: 'bindTime desc',
    also: ['batteryId', 'vehicleId'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
export interface BatteryBinding extends TableOf<typeof batteryBinding> {}
