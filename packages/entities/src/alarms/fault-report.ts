import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const fact = { readonly: true } as const;
const must = { required: true, readonly: true } as const;

/**
 * Fault-code record of a part 故障上报: from the report that has the code to the one that no longer has it. Written from
 * telemetry only; monthly partitions by `setTime`.
 */
export const faultReport = defineEntity({
  name: 'faultReport',
  table: 'alm_fault_report',
  domain: 'alarms',
  label: { zh: '故障上报', en: 'Fault report' },
  base: '/veh/crm/faultReport',
  page: 'alarmManage',
  title: ['faultCode'],
  external: true,
  distributedBy: 'vehicleId',
  calls: ['list', 'export'],
  fields: {
    vehicleId: f.ref('vehicle', { ...must, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.text({ ...fact, format: 'vin', max: 17, index: true }),
    frameNo: f.text({ ...fact, format: 'frameNo', max: 15 }),
    vehicleTypeId: f.ref('vehicleType', { ...fact, index: true }),
    deviceType: f.dict('DeviceType', { ...must, index: true }),
    partSn: f.text({ ...fact, max: 40 }),
    faultCode: f.text({ ...must, max: 20, index: true }),
    faultName: f.computed({ kind: 'dict', dict: 'FaultCode' }),
    alarmErrCode: f.text({ ...fact, max: 4 }),
    level: f.dict('AlarmLevel', { ...must, index: true }),
    setTime: f.instant({ ...must, index: true }),
    clearTime: f.instant(fact),
    durationMin: f.computed({ kind: 'int' }),
    odometerKm: f.decimal({ ...fact, unit: 'km', decimals: 1 }),
    soc: f.int({ ...fact, unit: '%' }),
    softwareVersion: f.text({ ...fact, max: 40 }),
    temperature: f.decimal({ ...fact, unit: '°C', decimals: 1 }),
    occurrences: f.computed({ kind: 'int' }),
    lng: f.decimal({ ...fact, decimals: 6, right: 'privacy.viewLocation' }),
    lat: f.decimal({ ...fact, decimals: 6, right: 'privacy.viewLocation' }),
    raw: f.json({ ...fact, right: 'alarmManage.rawData', label: { zh: '原始数据', en: 'Raw data' } }),
    alarmId: f.ref('alarm', { ...fact, index: true, label: { zh: '报警', en: 'Alarm' } }),
  },
  list: {
    columns: [
      'vin',
      'deviceType',
      'faultCode',
      'alarmErrCode',
      'faultName',
      'level',
      'setTime',
      'clearTime',
      'durationMin',
      'odometerKm',
      'soc',
      'softwareVersion',
      'temperature',
      'occurrences',
    ],
    filters: {
      vin: 'eq',
      deviceType: 'eq',
      faultCode: 'eq',
      level: 'in',
      setTime: 'range',
      softwareVersion: 'eq',
      vehicleTypeId: 'eq',
    },
    hiddenFilters: { vehicleId: 'eq', faultCode: 'in', level: 'range' },
    order: 'setTime desc',
    also: ['frameNo', 'vehicleId', 'alarmId'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  exportLimit: 50_000,
});
