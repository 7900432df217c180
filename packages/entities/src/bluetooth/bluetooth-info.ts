import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/**
 * Bluetooth info 蓝牙信息: the Bluetooth identity of a vehicle, the state of its keys and its last connection. The rows are those of `vehicle`,
 * seen and written through a view; what phones report is in `bluetoothState`. Keys themselves are derived and stored nowhere.
 */
export const bluetoothInfo = defineEntity({
  name: 'bluetoothInfo',
  table: 'veh_bluetooth_info',
  domain: 'bluetooth',
  label: { zh: '蓝牙信息', en: 'Bluetooth info' },
  base: '/veh/crm/bluetoothInfo',
  page: 'blueToothInfo',
  title: ['vin', 'frameNo'],
  calls: ['list', 'detail', 'update', 'import', 'importTemplate', 'export'],
  external: true,
  fields: {
    vin: f.text({ format: 'vin', max: 17, readonly, unique: true }),
    frameNo: f.text({ format: 'frameNo', max: 15, readonly, unique: true }),
    vehicleTypeId: f.ref('vehicleType', { required: true, readonly, index: true }),
    dealerId: f.ref('dealer', { readonly, index: true }),
    bleMac: f.text({ format: 'bleMac', max: 17, unique: true }),
    bleName: f.text({ max: 20, pattern: /^[A-Z0-9_-]{4,20}$/ }),
    setupName: f.computed(f.text(), { label: { zh: '蓝牙设置', en: 'Bluetooth setup' } }),
    protocolVersion: f.computed(f.dict('BleProtocol')),
    firmwareVersion: f.computed(f.text()),
    keyVersion: f.computed(f.int()),
    keyCount: f.computed(f.int(), {
      help: { zh: '车主和有效的共享用户', en: 'The owner and the users of valid shares' },
    }),
    lastConnectTime: f.joined('bluetoothState', 'lastConnectTime'),
    lastRssi: f.joined('bluetoothState', 'lastRssi'),
    lastConnectOs: f.joined('bluetoothState', 'lastConnectOs'),
    failCount7d: f.joined('bluetoothState', 'failCount7d'),
  },
  list: {
    columns: [
      'vin',
      'frameNo',
      'vehicleTypeId',
      'bleMac',
      'bleName',
      'lastConnectTime',
      'failCount7d',
      'lastRssi',
      'lastConnectOs',
      'protocolVersion',
      'firmwareVersion',
      'keyVersion',
      'keyCount',
      'setupName',
    ],
    filters: {
      vin: 'like',
      bleMac: 'eq',
      bleName: 'like',
      protocolVersion: 'eq',
      vehicleTypeId: 'eq',
      failCount7d: 'range',
      lastConnectTime: 'range',
    },
    hiddenFilters: { frameNo: 'eq' },
    order: 'createTime desc',
  },
  form: [{ title: { zh: '蓝牙', en: 'Bluetooth' }, fields: ['bleMac', 'bleName'] }],
  detail: [
    { title: { zh: '车辆', en: 'Vehicle' }, fields: ['vin', 'frameNo', 'vehicleTypeId', 'dealerId'] },
    {
      title: { zh: '蓝牙', en: 'Bluetooth' },
      fields: ['bleMac', 'bleName', 'protocolVersion', 'firmwareVersion', 'setupName'],
    },
    { title: { zh: '密钥', en: 'Keys' }, fields: ['keyVersion', 'keyCount'] },
    {
      title: { zh: '最近连接', en: 'Last connection' },
      fields: ['lastConnectTime', 'lastRssi', 'lastConnectOs', 'failCount7d'],
    },
  ],
  scope: { dealer: 'dealerId', city: 'dealerId.cityId', organization: 'dealerId.organizationCode' },
  actions: {
    resetKey: {
      label: { zh: '重置密钥', en: 'Reset keys' },
      path: 'resetKey',
      button: 'blueToothInfo.reset',
      where: ['row', 'detail'],
      danger: true,
      confirm: {
        zh: '车主需重新配对，确定吗？车辆「{name}」的全部手机密钥将失效；车辆离线时，下次上线后生效。',
        en: 'The owner has to pair again. Continue? All phone keys of “{name}” become void. An offline vehicle follows when it is back online.',
      },
      input: {
        reason: f.text({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
      },
      effect: 'irreversible',
    },
  },
  importColumns: ['vin', 'bleMac', 'bleName'],
  importLimit: 5000,
  exportLimit: 50_000,
});
