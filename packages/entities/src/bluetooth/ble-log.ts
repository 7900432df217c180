import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const fact = { required: true, readonly } as const;

/** One attempt of a phone to connect to a vehicle 蓝牙连接日志, as its app reported it. Kept for a year. */
export const bleLog = defineEntity({
  name: 'bleLog',
  table: 'veh_ble_log',
  domain: 'bluetooth',
  label: { zh: '蓝牙连接日志', en: 'Bluetooth connection log' },
  base: '/veh/crm/bluetoothInfo',
  page: 'blueToothInfo',
  title: ['vehicleId'],
  calls: ['list'],
  callPaths: { list: 'logs' },
  buttons: { list: 'blueToothInfo.log' },
  external: true,
  distributedBy: 'vehicleId',
  fields: {
    time: f.instant({ ...fact, index: true, label: { zh: '时间', en: 'Time' } }),
    vehicleId: f.ref('vehicle', { ...fact, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    result: f.dict('BleResult', { ...fact, label: { zh: '结果', en: 'Result' } }),
    rssi: f.int({ readonly, unit: 'dBm', label: { zh: '信号(dBm)', en: 'RSSI (dBm)' } }),
    costMs: f.int({ readonly, min: 0, unit: 'ms', label: { zh: '耗时(ms)', en: 'Took (ms)' } }),
    userId: f.ref('appUser', { ...fact, label: { zh: '用户', en: 'User' } }),
    phoneModel: f.text({ readonly, max: 40 }),
    clientOs: f.dict('ClientOs', { readonly }),
    osVersion: f.text({ readonly, max: 20 }),
    appVersion: f.text({ readonly, max: 20 }),
  },
  list: {
    columns: [
      'time',
      'vehicleId',
      'result',
      'rssi',
      'costMs',
      'userId',
      'phoneModel',
      'clientOs',
      'osVersion',
      'appVersion',
    ],
    filters: { vin: 'eq', result: 'eq', clientOs: 'eq', time: 'range' },
    hiddenFilters: { vehicleId: 'eq' },
    order: 'time desc',
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
