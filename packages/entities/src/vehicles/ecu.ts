import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Electronic part of a vehicle 电子部件: central control, BMS, controller, meter … */
export const ecu = defineEntity({
  name: 'ecu',
  table: 'veh_ecu',
  domain: 'vehicles',
  label: { zh: '电子部件', en: 'ECU' },
  base: '/veh/crm/ecu',
  page: 'vehicleManage',
  title: ['sn'],
  calls: ['list', 'detail'],
  fields: {
    vehicleId: f.ref('vehicle', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '车辆', en: 'Vehicle' },
    }),
    vin: f.lookup('vehicleId', 'vin'),
    deviceType: f.dict('DeviceType', { required: true, readonly: true }),
    sn: f.text({ required: true, readonly: true, max: 40, index: true, label: { zh: '序列号', en: 'Serial no.' } }),
    model: f.text({ readonly: true, max: 40 }),
    manufacturer: f.text({ readonly: true, max: 40 }),
    hardwareVersion: f.text({ readonly: true, max: 40 }),
    softwareVersion: f.text({ readonly: true, max: 40 }),
    bootloaderVersion: f.text({ readonly: true, max: 40, label: { zh: '引导版本', en: 'Bootloader' } }),
    imei: f.text({ readonly: true, max: 15 }),
    iccid: f.text({ readonly: true, max: 20 }),
    bleMac: f.text({ readonly: true, max: 17 }),
    installTime: f.instant({ readonly: true, label: { zh: '安装时间', en: 'Installed at' } }),
    lastReportTime: f.instant({ readonly: true }),
    resetCount: f.int({ readonly: true, label: { zh: '重启次数', en: 'Restarts' } }),
    config: f.json({ readonly: true, label: { zh: '配置快照', en: 'Configuration' } }),
  },
  list: {
    columns: [
      'vehicleId',
      'deviceType',
      'sn',
      'model',
      'manufacturer',
      'hardwareVersion',
      'softwareVersion',
      'lastReportTime',
    ],
    filters: { vehicleId: 'eq', vin: 'eq', deviceType: 'eq', sn: 'eq' },
    order: 'id asc',
    also: ['vin'],
  },
  detail: [
    {
      title: { zh: '部件', en: 'Part' },
      fields: ['vehicleId', 'deviceType', 'sn', 'model', 'manufacturer', 'installTime'],
    },
    {
      title: { zh: '版本', en: 'Versions' },
      fields: ['hardwareVersion', 'softwareVersion', 'bootloaderVersion', 'lastReportTime', 'resetCount'],
    },
    { title: { zh: '通信', en: 'Connectivity' }, fields: ['imei', 'iccid', 'bleMac'] },
    { title: { zh: '配置快照', en: 'Configuration' }, fields: ['config'] },
  ],
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
