import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Every software or hardware version a part has had 版本历史. Written by the table of parts itself. */
export const ecuVersion = defineEntity({
  name: 'ecuVersion',
  table: 'veh_ecu_version',
  domain: 'vehicles',
  label: { zh: '版本历史', en: 'Version history' },
  base: '/veh/crm/ecu/version',
  page: 'vehicleManage',
  title: ['softwareVersion'],
  calls: ['list'],
  fields: {
    ecuId: f.ref('ecu', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '部件', en: 'Part' },
    }),
    vehicleId: f.ref('vehicle', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '车辆', en: 'Vehicle' },
    }),
    deviceType: f.dict('DeviceType', { required: true, readonly: true }),
    sn: f.text({ readonly: true, max: 40, label: { zh: '序列号', en: 'Serial no.' } }),
    softwareFrom: f.text({ readonly: true, max: 40, label: { zh: '原软件版本', en: 'Previous software' } }),
    softwareVersion: f.text({ readonly: true, max: 40 }),
    hardwareVersion: f.text({ readonly: true, max: 40 }),
    source: f.dict('VersionSource', { required: true, readonly: true, label: { zh: '来源', en: 'Source' } }),
    changeTime: f.instant({ required: true, readonly: true, index: true, label: { zh: '变更时间', en: 'Changed at' } }),
  },
  list: {
    columns: ['changeTime', 'deviceType', 'sn', 'softwareFrom', 'softwareVersion', 'hardwareVersion', 'source'],
    filters: { ecuId: 'eq', vehicleId: 'eq', deviceType: 'eq', changeTime: 'range' },
    order: 'changeTime desc',
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
