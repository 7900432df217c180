import { defineEntity, type TableOf } from '../define.ts';
import { f } from '../fields.ts';

/** Changed part 换件记录; so far written by the replacement of a central control. */
export const replacementRecord = defineEntity({
  name: 'replacementRecord',
  table: 'veh_replacement_record',
  domain: 'support',
  label: { zh: '换件记录', en: 'Replacement record' },
  base: '/veh/crm/replacementRecord',
  page: 'replacementRecord',
  title: ['recordNo'],
  calls: ['list', 'detail', 'export'],
  fields: {
    recordNo: f.text({
      required: true,
      readonly: true,
      max: 20,
      unique: 'ever',
      label: { zh: '记录编号', en: 'Record no.' },
    }),
    vehicleId: f.ref('vehicle', { required: true, readonly: true, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    deviceType: f.dict('DeviceType', { required: true, readonly: true }),
    oldSn: f.text({ required: true, readonly: true, max: 40, index: true }),
    newSn: f.text({ required: true, readonly: true, max: 40, index: true }),
    reasonCode: f.dict('ReplaceReason', { required: true, readonly: true }),
    warranty: f.dict('WarrantyResult', { required: true, readonly: true, label: { zh: '质保判定', en: 'Warranty' } }),
    workOrderNo: f.text({ readonly: true, max: 30, label: { zh: '工单号', en: 'Work order no.' } }),
    odometerKm: f.decimal({ readonly: true, unit: 'km', decimals: 1 }),
    replaceTime: f.instant({ required: true, readonly: true, index: true }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
  },
  list: {
    columns: [
      'recordNo',
      'vehicleId',
      'deviceType',
      'oldSn',
      'newSn',
      'reasonCode',
      'warranty',
      'workOrderNo',
      'odometerKm',
      'operatorId',
      'replaceTime',
    ],
    filters: {
      vin: 'like',
      deviceType: 'eq',
      oldSn: 'eq',
      newSn: 'eq',
      reasonCode: 'eq',
      warranty: 'eq',
      replaceTime: 'range',
    },
    hiddenFilters: { vehicleId: 'eq' },
    order: 'replaceTime desc',
    also: ['vin'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
export interface ReplacementRecord extends TableOf<typeof replacementRecord> {}
