import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Who may use a vehicle 绑定关系: one active owner, at most five active shares. */
export const vehicleBinding = defineEntity({
  name: 'vehicleBinding',
  table: 'veh_binding',
  domain: 'binding',
  label: { zh: '绑定关系', en: 'Binding' },
  base: '/veh/crm/vehicleBinding',
  page: 'vehicleManage',
  title: ['userId'],
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
    userId: f.ref('appUser', { required: true, readonly: true, index: true, label: { zh: '用户', en: 'User' } }),
    userMobile: f.lookup('userId', 'mobile'),
    bindType: f.dict('BindType', { required: true, readonly: true, label: { zh: '类型', en: 'Type' } }),
    status: f.dict('BindStatus', { required: true, readonly: true }),
    bindTime: f.instant({ required: true, readonly: true }),
    unbindTime: f.instant({ readonly: true }),
    channel: f.dict('BindChannel', { required: true, readonly: true }),
    keyVersion: f.int({ required: true, readonly: true, default: 1 }),
    expireTime: f.instant({ readonly: true }),
  },
  list: {
    columns: ['vehicleId', 'userId', 'userMobile', 'bindType', 'status', 'bindTime', 'unbindTime', 'channel'],
    filters: { vehicleId: 'eq', userId: 'eq', status: 'eq', bindType: 'eq' },
    order: 'bindTime desc',
    also: ['vin'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
