import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { repairOrder } from './repair-order.ts';

const fact = { readonly: true } as const;

/** Part used by a repair 维修用件; written with the sheet of its order. */
export const repairPart = defineEntity({
  name: 'repairPart',
  table: 'cs_repair_part',
  domain: 'repairs',
  label: { zh: '维修用件', en: 'Repair part' },
  base: '/cs/crm/repairPart',
  page: 'repairListsManage',
  title: ['partName', 'newSn'],
  calls: ['list'],
  fields: {
    orderId: f.ref('repairOrder', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: repairOrder.label,
    }),
    deviceType: f.dict('DeviceType', { ...fact, required: true }),
    partName: f.text({ ...fact, max: 40, label: { zh: '配件名称', en: 'Part name' } }),
    oldSn: f.text({ ...fact, max: 40 }),
    newSn: f.text({ ...fact, max: 40 }),
    qty: f.int({ ...fact, required: true, min: 1, max: 99, label: { zh: '数量', en: 'Quantity' } }),
    priceFen: f.money({ ...fact, required: true, min: 0, max: 10_000_000, label: { zh: '单价', en: 'Price' } }),
    warrantyResult: f.dict('WarrantyResult', { ...fact, label: { zh: '质保判定', en: 'Warranty result' } }),
    replacementRecordId: f.ref('replacementRecord', {
      ...fact,
      index: true,
      label: { zh: '换件记录', en: 'Replacement record' },
    }),
  },
  list: {
    columns: ['deviceType', 'partName', 'oldSn', 'newSn', 'qty', 'priceFen', 'warrantyResult', 'replacementRecordId'],
    filters: { orderId: 'eq' },
    order: 'id asc',
  },
  scope: {
    dealer: 'orderId.dealerId',
    city: ['orderId.dealerId.cityId', 'orderId.cityId'],
    organization: 'orderId.dealerId.organizationCode',
  },
});
