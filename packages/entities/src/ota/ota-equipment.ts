import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/**
 * OTA equipment OTA设备: the parts of the fleet with their versions, and what could be installed on them. The rows are those of `ecu`, seen and
 * written through a view.
 */
export const otaEquipment = defineEntity({
  name: 'otaEquipment',
  table: 'veh_ota_equipment',
  domain: 'ota',
  label: { zh: 'OTA设备', en: 'OTA equipment' },
  base: '/ps/crm/otaEquipment',
  page: 'otaEquipmentManage',
  title: ['partSn'],
  calls: ['list', 'detail', 'export'],
  external: true,
  fields: {
    vehicleId: f.ref('vehicle', {
      required: true,
      readonly,
      index: true,
      cascade: true,
      label: { zh: '车辆', en: 'Vehicle' },
    }),
    vin: f.lookup('vehicleId', 'vin'),
    frameNo: f.lookup('vehicleId', 'frameNo'),
    vehicleTypeId: f.lookup('vehicleId', 'vehicleTypeId'),
    deviceType: f.dict('DeviceType', { required: true, readonly }),
    partSn: f.text({ required: true, readonly, max: 40, index: true }),
    partModel: f.text({ readonly, max: 40 }),
    hardwareVersion: f.text({ readonly, max: 40 }),
    softwareVersion: f.text({ readonly, max: 40 }),
    targetVersion: f.computed(f.text(), {
      help: { zh: '可安装的最新已发布固件', en: 'The newest released firmware that fits' },
    }),
    upgradable: f.computed(f.flag()),
    generation: f.computed(f.dict('OtaGeneration')),
    testGroup: f.dict('TestGroup', { readonly }),
    lastOtaTime: f.instant({ readonly, index: true }),
    lastOtaResult: f.dict('OtaExecStatus', { readonly }),
    online: f.lookup('vehicleId', 'online'),
    lastReportTime: f.lookup('vehicleId', 'lastReportTime'),
  },
  list: {
    columns: [
      'vin',
      'frameNo',
      'partSn',
      'deviceType',
      'partModel',
      'hardwareVersion',
      'softwareVersion',
      'targetVersion',
      'upgradable',
      'vehicleTypeId',
      'generation',
      'testGroup',
      'lastOtaTime',
      'lastOtaResult',
      'online',
      'lastReportTime',
    ],
    identity: ['vin', 'frameNo', 'partSn'],
    filters: {
      vin: 'like',
      partSn: 'eq',
      deviceType: 'eq',
      upgradable: 'eq',
      softwareVersion: ['eq', 'ne'],
      partModel: 'eq',
      hardwareVersion: 'eq',
      vehicleTypeId: 'eq',
      testGroup: 'eq',
      lastReportTime: 'range',
    },
    hiddenFilters: { vehicleId: 'eq' },
    // Those that were updated last come first.
    order: 'lastOtaTime desc',
    also: ['vehicleId'],
  },
  detail: [
    {
      title: { zh: '部件', en: 'Part' },
      fields: ['vehicleId', 'vehicleTypeId', 'deviceType', 'partSn', 'partModel', 'online', 'lastReportTime'],
    },
    {
      title: { zh: '版本', en: 'Versions' },
      fields: ['hardwareVersion', 'softwareVersion', 'targetVersion', 'upgradable', 'generation'],
    },
    { title: { zh: '升级', en: 'Updates' }, fields: ['testGroup', 'lastOtaTime', 'lastOtaResult'] },
  ],
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  actions: {
    check: {
      label: { zh: '立即检查', en: 'Check now' },
      path: 'check',
      button: 'otaEquipmentManage.check',
      where: ['row', 'detail'],
      confirm: {
        zh: '让车辆上报全部部件的版本？约半分钟后刷新可见。',
        en: 'Have the vehicle report the versions of all its parts? They show about half a minute later.',
      },
    },
    testGroup: {
      label: { zh: '加入/移出测试组', en: 'Change test group' },
      path: 'testGroup',
      button: 'otaEquipmentManage.testGroup',
      where: ['row', 'bulk', 'detail'],
      many: true,
      input: {
        testGroup: f.dict('TestGroup', {
          help: { zh: '留空则移出测试组', en: 'Empty: no test group' },
        }),
      },
    },
  },
  exportLimit: 50_000,
});
