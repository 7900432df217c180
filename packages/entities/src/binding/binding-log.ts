import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Every step of a binding 绑定日志; append only. */
export const bindingLog = defineEntity({
  name: 'bindingLog',
  table: 'veh_binding_log',
  domain: 'binding',
  label: { zh: '绑定日志', en: 'Binding log' },
  base: '/veh/crm/bindingLog',
  page: 'vehicleManage',
  title: ['vehicleId'],
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
    userId: f.ref('appUser', { readonly: true, index: true, label: { zh: '用户', en: 'User' } }),
    userMobile: f.lookup('userId', 'mobile'),
    action: f.dict('BindAction', { required: true, readonly: true, label: { zh: '动作', en: 'Action' } }),
    channel: f.dict('BindChannel', { required: true, readonly: true }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    reason: f.text({ readonly: true, max: 200 }),
    applicationNo: f.text({ readonly: true, max: 30 }),
    // Of the vehicle's position then; entries before this was kept have none.
    cityId: f.area(2, { readonly: true, label: { zh: '所在城市', en: 'City' } }),
    odometerKm: f.decimal({ readonly: true, unit: 'km', decimals: 1 }),
  },
  list: {
    columns: ['createTime', 'vehicleId', 'userId', 'userMobile', 'action', 'channel', 'operatorId', 'cityId', 'reason'],
    filters: { vehicleId: 'eq', vin: 'eq', userId: 'eq', action: 'eq', createTime: 'range' },
    order: 'createTime desc',
    also: ['vin'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
