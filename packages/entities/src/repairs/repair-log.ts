import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { repairOrder } from './repair-order.ts';

/** What was done with a repair order, and what was said about it 报修日志. Owners see the lines that say so. */
export const repairLog = defineLog({
  name: 'repairLog',
  table: 'cs_repair_log',
  domain: 'repairs',
  label: { zh: '报修日志', en: 'Repair log' },
  base: '/cs/crm/repairLog',
  record: repairOrder,
  of: 'orderId',
  calls: ['list'],
  shown: { what: 'action', text: 'content', actor: 'operatorId', time: 'createTime', files: 'images' },
  fields: {
    action: f.text({ required: true, readonly: true, max: 20, label: { zh: '动作', en: 'Action' } }),
    fromStatus: f.dict('RepairStatus', { readonly: true, label: { zh: '原状态', en: 'From' } }),
    toStatus: f.dict('RepairStatus', { readonly: true, label: { zh: '新状态', en: 'To' } }),
    /** `staff`, `dealer`, `app` or `system`. */
    operatorType: f.text({ required: true, readonly: true, max: 6, label: { zh: '操作方', en: 'By' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    content: f.longText({ readonly: true, max: 500 }),
    images: f.images({ readonly: true, max: 9 }),
    visibleToOwner: f.flag({
      required: true,
      default: 0,
      readonly: true,
      label: { zh: '车主可见', en: 'Visible to the owner' },
    }),
  },
});
