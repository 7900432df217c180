import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/**
 * A battery that a vehicle's BMS reports and the record does not have there 待确认装车: somebody confirms the exchange or
 * lets it be. At most one open per vehicle and slot.
 */
export const batteryPending = defineEntity({
  name: 'batteryPending',
  table: 'veh_battery_pending',
  domain: 'vehicles',
  label: { zh: '待确认装车', en: 'Pending installation' },
  base: '/veh/crm/battery/pending',
  page: 'batteryManage',
  title: ['reportedSn'],
  calls: ['list'],
  fields: {
    vehicleId: f.ref('vehicle', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '车辆', en: 'Vehicle' },
    }),
    vin: f.lookup('vehicleId', 'vin'),
    slot: f.int({ required: true, readonly: true, min: 1, max: 3 }),
    reportedSn: f.text({
      required: true,
      readonly: true,
      max: 40,
      label: { zh: '上报电池编码', en: 'Reported battery' },
    }),
    batteryId: f.ref('battery', { readonly: true, label: { zh: '电池档案', en: 'Battery record' } }),
    recordedBatteryId: f.ref('battery', { readonly: true, label: { zh: '登记电池', en: 'Recorded battery' } }),
    status: f.dict('BatteryPendingStatus', { required: true, readonly: true, default: 0, index: true }),
    firstTime: f.instant({ required: true, readonly: true, label: { zh: '首次上报', en: 'First reported' } }),
    lastTime: f.instant({ required: true, readonly: true, label: { zh: '最近上报', en: 'Last reported' } }),
    handleTime: f.instant({ readonly: true, label: { zh: '处理时间', en: 'Handled at' } }),
    remark: f.longText({ readonly: true, max: 200 }),
  },
  list: {
    columns: [
      'vehicleId',
      'slot',
      'reportedSn',
      'batteryId',
      'recordedBatteryId',
      'status',
      'firstTime',
      'lastTime',
      'handleTime',
      'remark',
    ],
    filters: { vin: 'like', vehicleId: 'eq', status: 'eq' },
    order: 'createTime desc',
    also: ['vin'],
  },
  actions: {
    confirm: {
      label: { zh: '确认装车', en: 'Confirm installation' },
      path: 'confirm',
      button: 'batteryManage.install',
      where: ['row'],
      from: { status: [0] },
      confirm: {
        zh: '确定将档案改为上报的电池「{name}」吗？原登记电池将转为闲置。',
        en: 'Change the record to the reported battery “{name}”? The recorded battery becomes idle.',
      },
    },
    ignore: {
      label: { zh: '忽略', en: 'Ignore' },
      path: 'ignore',
      button: 'batteryManage.install',
      where: ['row'],
      from: { status: [0] },
      input: {
        remark: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
      },
    },
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
