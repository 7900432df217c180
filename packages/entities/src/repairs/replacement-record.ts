import type { Text } from '@wheelhouse/contract';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { repairsMachines } from '../machines/repairs.ts';
import { transitions } from '../transitions.ts';
import { serialOf } from '../vehicles/part-serial.ts';

/** Codes of D:DeviceType. */
const [centralControl, meter] = ['1', '4'];

const isControl = ({ deviceType }: Row): boolean => String(deviceType) === centralControl;
/** Parts that count the distance: with a new one the count begins anew. */
const countsDistance = ({ deviceType }: Row): boolean => [centralControl, meter].includes(String(deviceType));

const texts = {
  same: { zh: '新旧件序列号相同', en: 'Same as the old part' },
  serial: { zh: '序列号须为6–24位字母或数字', en: 'The serial number has 6 to 24 letters or digits' },
  remark: { zh: '纠错须填写备注', en: 'A correction needs a remark' },
} as const satisfies Record<string, Text>;

function anotherSerial({ oldSn, newSn }: Row): Issue | undefined {
  const isSame = typeof oldSn === 'string' && typeof newSn === 'string' && oldSn.toLowerCase() === newSn.toLowerCase();
  return isSame ? { field: 'newSn', text: texts.same } : undefined;
}

function knownSerial({ deviceType, newSn }: Row): Issue | undefined {
  if (typeof newSn !== 'string') return undefined;
  const found = serialOf(deviceType, newSn);
  if ('value' in found) return undefined;
  return { field: 'newSn', ...(found.code === 1001 ? { text: texts.serial } : found) };
}

const reasonedCorrection = ({ corrected, remark }: Row): Issue | undefined =>
  Number(corrected) === 1 && !remark ? { field: 'remark', text: texts.remark } : undefined;

/** What only a central control has. */
const control = { visible: isControl } as const;

/** What the record keeps of the part that was taken out, so that voiding can put it back. */
const before = {
  recordedSn: f.text({ readonly: true, max: 40, label: { zh: '原登记序列号', en: 'Serial no. on record' } }),
  oldImei: f.text({ ...control, readonly: true, max: 15, label: { zh: '旧IMEI', en: 'Old IMEI' } }),
  oldIccid: f.text({ ...control, readonly: true, max: 20, label: { zh: '旧ICCID', en: 'Old ICCID' } }),
  oldBleMac: f.text({ ...control, readonly: true, max: 17, label: { zh: '旧蓝牙MAC', en: 'Old Bluetooth MAC' } }),
  oldSoftwareVersion: f.text({
    readonly: true,
    max: 40,
    label: { zh: '旧件软件版本', en: 'Software of the old part' },
  }),
  oldHardwareVersion: f.text({
    readonly: true,
    max: 40,
    label: { zh: '旧件硬件版本', en: 'Hardware of the old part' },
  }),
  oldInstallTime: f.instant({ readonly: true, label: { zh: '旧件安装时间', en: 'Old part installed at' } }),
} as const;

/** Changed part 换件记录: the history of the parts of a vehicle. Adding one changes the part on record; voiding it changes it back. */
export const replacementRecord = defineEntity({
  name: 'replacementRecord',
  table: 'veh_replacement_record',
  domain: 'repairs',
  label: { zh: '换件记录', en: 'Replacement record' },
  base: '/veh/crm/replacementRecord',
  page: 'replacementRecord',
  title: ['recordNo'],
  calls: ['list', 'detail', 'add', 'export'],
  fields: {
    recordNo: f.text({
      required: true,
      readonly: true,
      max: 20,
      unique: 'ever',
      label: { zh: '记录编号', en: 'Record no.' },
    }),
    vehicleId: f.ref('vehicle', { required: true, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    deviceType: f.dict('DeviceType', { required: true }),
    oldSn: f.text({ required: true, max: 40, index: true, label: { zh: '旧件序列号', en: 'Old serial no.' } }),
    corrected: f.flag({
      required: true,
      default: 0,
      label: { zh: '纠错', en: 'Correction' },
      help: {
        zh: '旧件与系统登记不符时勾选，并在备注中说明',
        en: 'Tick it when the old part differs from the one on record, and say why in the remark',
      },
    }),
    newSn: f.text({ required: true, max: 40, index: true, label: { zh: '新件序列号', en: 'New serial no.' } }),
    newImei: f.text({ ...control, required: true, format: 'imei', max: 15, label: { zh: '新IMEI', en: 'New IMEI' } }),
    newIccid: f.text({
      ...control,
      format: 'iccid',
      max: 20,
      label: { zh: '新ICCID', en: 'New ICCID' },
      help: { zh: '留空表示沿用原SIM卡', en: 'Empty: the SIM card moves to the new part' },
    }),
    newBleMac: f.text({
      ...control,
      format: 'bleMac',
      max: 17,
      label: { zh: '新蓝牙MAC', en: 'New Bluetooth MAC' },
    }),
    reasonCode: f.dict('ReplaceReason', { required: true, label: { zh: '换件原因', en: 'Reason' } }),
    warranty: f.dict('WarrantyResult', { required: true, label: { zh: '质保判定', en: 'Warranty' } }),
    repairOrderId: f.ref('repairOrder', {
      index: true,
      label: { zh: '报修单', en: 'Repair order' },
      help: { zh: '须为该车辆的报修单', en: 'One of this vehicle' },
    }),
    workOrderNo: f.text({ readonly: true, max: 30, label: { zh: '工单号', en: 'Work order no.' } }),
    dealerId: f.ref('dealer', { readonly: true, index: true, label: { zh: '经销商', en: 'Dealer' } }),
    odometerKm: f.decimal({ required: true, min: 0, max: 999_999.9, unit: 'km', decimals: 1 }),
    odometerOffsetKm: f.decimal({
      visible: countsDistance,
      min: -999_999.9,
      max: 999_999.9,
      unit: 'km',
      decimals: 1,
      label: { zh: '里程偏移', en: 'Odometer offset' },
      help: {
        zh: '实际里程减去新件显示里程',
        en: 'The real distance less what the new part shows',
      },
    }),
    replaceTime: f.instant({
      required: true,
      notFuture: true,
      index: true,
      label: { zh: '更换时间', en: 'Replaced at' },
    }),
    partsFen: f.money({ min: 0, max: 10_000_000, label: { zh: '配件费', en: 'Parts fee' } }),
    laborFen: f.money({ min: 0, max: 10_000_000, label: { zh: '工时费', en: 'Labour fee' } }),
    images: f.images({
      required: true,
      min: 1,
      max: 6,
      maxMb: 5,
      help: { zh: '新旧件铭牌照片', en: 'Photos of the old and the new label' },
    }),
    remark: f.longText({ max: 200, fixed: true }),
    source: f.dict('ReplacementSource', {
      required: true,
      default: 1,
      readonly: true,
      label: { zh: '来源', en: 'Source' },
    }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    status: f.dict('ReplacementStatus', { required: true, default: 1, readonly: true, index: true }),
    ...before,
    voidReason: f.text({ readonly: true, max: 200, label: { zh: '作废原因', en: 'Why it was voided' } }),
    voidTime: f.instant({ readonly: true, label: { zh: '作废时间', en: 'Voided at' } }),
    voidById: f.ref('sysUser', { readonly: true, label: { zh: '作废人', en: 'Voided by' } }),
  },
  list: {
    columns: [
      'recordNo',
      'status',
      'vehicleId',
      'deviceType',
      'oldSn',
      'newSn',
      'reasonCode',
      'warranty',
      'repairOrderId',
      'dealerId',
      'odometerKm',
      'operatorId',
      'replaceTime',
      'source',
    ],
    filters: {
      vin: 'like',
      deviceType: 'eq',
      oldSn: 'eq',
      newSn: 'eq',
      reasonCode: 'eq',
      warranty: 'eq',
      dealerId: 'eq',
      status: 'eq',
      source: 'eq',
      replaceTime: 'range',
    },
    hiddenFilters: { vehicleId: 'eq' },
    order: 'replaceTime desc',
    also: ['vin'],
  },
  aliases: { repairOrderNo: { field: 'repairOrderId', by: 'orderNo' } },
  form: [
    {
      title: { zh: '车辆与旧件', en: 'Vehicle and old part' },
      fields: ['vehicleId', 'deviceType', 'oldSn', 'corrected'],
    },
    { title: { zh: '新件', en: 'New part' }, fields: ['newSn', 'newImei', 'newIccid', 'newBleMac'] },
    {
      title: { zh: '换件', en: 'Replacement' },
      fields: ['reasonCode', 'warranty', 'repairOrderId', 'odometerKm', 'odometerOffsetKm', 'replaceTime'],
    },
    { title: { zh: '费用与凭证', en: 'Fees and evidence' }, fields: ['partsFen', 'laborFen', 'remark', 'images'] },
  ],
  detail: [
    {
      title: { zh: '换件', en: 'Replacement' },
      fields: [
        'recordNo',
        'status',
        'source',
        'vehicleId',
        'deviceType',
        'oldSn',
        'newSn',
        'reasonCode',
        'warranty',
        'repairOrderId',
        'workOrderNo',
        'dealerId',
        'odometerKm',
        'odometerOffsetKm',
        'replaceTime',
        'operatorId',
        'createTime',
      ],
    },
    {
      title: { zh: '新旧件', en: 'Old and new part' },
      fields: [
        'recordedSn',
        'corrected',
        'oldImei',
        'newImei',
        'oldIccid',
        'newIccid',
        'oldBleMac',
        'newBleMac',
        'oldSoftwareVersion',
        'oldHardwareVersion',
        'oldInstallTime',
      ],
    },
    { title: { zh: '费用与凭证', en: 'Fees and evidence' }, fields: ['partsFen', 'laborFen', 'images', 'remark'] },
    { title: { zh: '作废', en: 'Voided' }, fields: ['voidReason', 'voidTime', 'voidById'] },
  ],
  machines: { status: 'SM-Replacement' },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  rules: [anotherSerial, knownSerial, reasonedCorrection],
  actions: transitions(
    repairsMachines,
    'SM-Replacement',
    {
      void: {
        danger: true,
        confirm: {
          zh: '确定作废「{name}」吗？车辆将恢复登记原来的部件。',
          en: 'Void “{name}”? The vehicle is recorded with its former part again.',
        },
        input: {
          reason: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
        },
      },
    },
    { calls: 'own' },
  ),
});
