import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** Top speed by D:VehicleCategory, km/h. */
const speedLimit: ReadonlyMap<string, number> = new Map([
  ['1', 25],
  ['2', 50],
  ['3', 150],
]);

function speedWithinClass(row: Row): Issue | undefined {
  const limit = speedLimit.get(String(row['vehicleCategory']));
  return limit !== undefined && Number(row['maxSpeedKmh']) > limit
    ? { field: 'maxSpeedKmh', code: 2021, params: { n: limit } }
    : undefined;
}
function bicyclePower(row: Row): Issue | undefined {
  return String(row['vehicleCategory']) === '1' && Number(row['ratedPowerW']) > 400
    ? { field: 'ratedPowerW', code: 2024, params: { n: 400 } }
    : undefined;
}
const isMotor = (row: Row) => String(row['vehicleCategory']) !== '1';

/** Vehicle model 车型: the specification's "vehicle type". */
export const vehicleType = defineEntity({
  name: 'vehicleType',
  table: 'veh_type',
  domain: 'vehicles',
  label: { zh: '车型', en: 'Vehicle model' },
  base: '/veh/crm/vehicleType',
  page: 'vehicleModelManage',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'shelf', 'export'],
  fields: {
    listImage: f.image({
      pixels: { width: 690, height: 460 },
      label: { zh: '列表图', en: 'List image' },
      help: { zh: '透明png，690×460；上架前必填', en: 'Transparent png, 690×460. Required before putting on shelf' },
    }),
    code: f.text({
      required: true,
      max: 20,
      pattern: /^[A-Z0-9-]{2,20}$/,
      unique: true,
      label: { zh: '车型编码', en: 'Model code' },
    }),
    ...f.bilingual('name', 'text', {
      required: true,
      min: 2,
      max: 30,
      unique: true,
      label: { zh: '车型名称', en: 'Model name' },
    }),
    seriesId: f.ref('vehicleSeries', { required: true, index: true }),
    vehicleCategory: f.dict('VehicleCategory', { required: true }),
    sapMaterialCode: f.text({ max: 18, pattern: /^[A-Z0-9]{8,18}$/, unique: true }),
    vinPrefix: f.text({
      max: 8,
      pattern: /^[A-HJ-NPR-Z0-9]{3,8}$/,
      required: true,
      visible: isMotor,
      label: { zh: 'VIN前缀', en: 'VIN prefix' },
    }),
    startupModels: f.dictMany('StartupModel', { required: true, min: 1 }),
    batteryType: f.dict('BatteryType', { required: true }),
    batteryCount: f.int({ required: true, min: 1, max: 3, default: 1 }),
    ratedVoltageV: f.decimal({
      required: true,
      min: 24,
      max: 96,
      unit: 'V',
      decimals: 1,
      label: { zh: '额定电压(V)', en: 'Rated voltage (V)' },
    }),
    ratedCapacityAh: f.decimal({
      required: true,
      min: 5,
      max: 100,
      unit: 'Ah',
      decimals: 1,
      label: { zh: '额定容量(Ah)', en: 'Rated capacity (Ah)' },
    }),
    ratedPowerW: f.int({
      required: true,
      min: 100,
      max: 20_000,
      unit: 'W',
      label: { zh: '额定功率(W)', en: 'Rated power (W)' },
    }),
    peakPowerW: f.int({ min: 100, max: 20_000, unit: 'W' }),
    maxSpeedKmh: f.int({ required: true, min: 6, max: 150, unit: 'km/h' }),
    rangeKm: f.decimal({
      required: true,
      min: 10,
      max: 400,
      unit: 'km',
      decimals: 0,
      label: { zh: '续航(km)', en: 'Range (km)' },
    }),
    weightKg: f.decimal({
      required: true,
      min: 20,
      max: 300,
      unit: 'kg',
      decimals: 1,
      label: { zh: '整备质量(kg)', en: 'Weight (kg)' },
    }),
    loadKg: f.decimal({ min: 50, max: 300, unit: 'kg', decimals: 1 }),
    wheelInch: f.decimal({ min: 8, max: 21, decimals: 1, label: { zh: '轮径(英寸)', en: 'Wheel (inch)' } }),
    brakeType: f.dict('BrakeType'),
    colors: f.dictMany('VehicleColor', { required: true, min: 1 }),
    ecuModel: f.dict('EcuModel', { required: true }),
    otaGeneration: f.dict('OtaGeneration', { required: true, default: 2 }),
    onlineTimeoutSec: f.int({ required: true, min: 60, max: 86_400, default: 600, unit: 's' }),
    tripRadiusM: f.int({
      required: true,
      min: 30,
      max: 1000,
      default: 100,
      unit: 'm',
      label: { zh: '行程判定半径(m)', en: 'Trip detection radius (m)' },
      help: { zh: '离开该半径开始行程', en: 'A trip starts when the vehicle leaves this radius' },
    }),
    tripStopSec: f.int({
      required: true,
      min: 60,
      max: 1800,
      default: 180,
      unit: 's',
      label: { zh: '停留结束行程(s)', en: 'Stop time that ends a trip (s)' },
    }),
    tripGapSec: f.int({
      required: true,
      min: 120,
      max: 7200,
      default: 600,
      unit: 's',
      label: { zh: '断点分段(s)', en: 'Data gap that splits a trip (s)' },
    }),
    warrantyMonths: f.int({
      required: true,
      min: 0,
      max: 120,
      default: 24,
      label: { zh: '整车质保(月)', en: 'Warranty (months)' },
    }),
    batteryWarrantyMonths: f.int({ required: true, min: 0, max: 120, default: 24 }),
    ecuWarrantyMonths: f.int({ required: true, min: 0, max: 120, default: 12 }),
    detailImages: f.images({ max: 8 }),
    description: f.richText({ max: 20_000 }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true }),
    vehicleCount: f.count('vehicle', 'vehicleTypeId'),
    // The setup says which models it is for; a model is in one enabled setup.
    bluetoothSetupId: f.computed(f.ref('bluetoothSetup')),
  },
  list: {
    columns: [
      'listImage',
      'name',
      'code',
      'shelfStatus',
      'seriesId',
      'vehicleCount',
      'vehicleCategory',
      'batteryType',
      'maxSpeedKmh',
      'rangeKm',
      'otaGeneration',
      'updateTime',
    ],
    identity: ['name', 'code'],
    filters: {
      name: 'like',
      code: 'like',
      seriesId: 'eq',
      vehicleCategory: 'eq',
      batteryType: 'eq',
      shelfStatus: 'eq',
    },
    order: 'createTime desc',
    also: ['colors'],
  },
  form: [
    {
      title: { zh: '基本信息', en: 'Basic information' },
      fields: [
        'code',
        'name',
        'nameEn',
        'seriesId',
        'vehicleCategory',
        'vinPrefix',
        'sapMaterialCode',
        'startupModels',
        'colors',
      ],
    },
    {
      title: { zh: '电池与动力', en: 'Battery and drive' },
      fields: [
        'batteryType',
        'batteryCount',
        'ratedVoltageV',
        'ratedCapacityAh',
        'ratedPowerW',
        'peakPowerW',
        'maxSpeedKmh',
        'rangeKm',
        'weightKg',
        'loadKg',
        'wheelInch',
        'brakeType',
      ],
    },
    { title: { zh: '中控', en: 'ECU' }, fields: ['ecuModel', 'otaGeneration', 'onlineTimeoutSec'] },
    {
      title: { zh: '行程判定', en: 'Trip detection' },
      fields: ['tripRadiusM', 'tripStopSec', 'tripGapSec'],
    },
    { title: { zh: '质保', en: 'Warranty' }, fields: ['warrantyMonths', 'batteryWarrantyMonths', 'ecuWarrantyMonths'] },
    { title: { zh: '图文', en: 'Images and texts' }, fields: ['listImage', 'detailImages', 'description'] },
  ],
  actions: {
    // Gives the next version to all vehicles of the model: for those who keep the setups.
    chooseBluetooth: {
      label: { zh: '选择蓝牙设置', en: 'Choose Bluetooth setup' },
      path: 'bluetoothSetup',
      button: 'bluetoothSetup.edit',
      where: ['row', 'detail'],
      next: false,
      input: { bluetoothSetupId: f.ref('bluetoothSetup', { required: true }) },
    },
  },
  machines: { shelfStatus: 'SM-Shelf' },
  rules: [speedWithinClass, bicyclePower],
});
