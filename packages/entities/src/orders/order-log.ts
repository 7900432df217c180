import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { goodsOrder } from './goods-order.ts';

/** What became of an order of goods, and what was noted about it 订单日志. */
export const orderLog = defineLog({
  name: 'orderLog',
  table: 'ord_log',
  domain: 'orders',
  label: { zh: '订单日志', en: 'Order log' },
  base: '/order/crm/orderLog',
  record: goodsOrder,
  of: 'goodsOrderId',
  external: true,
  calls: ['list'],
  shown: { what: 'event', text: 'content', actor: 'operatorId', time: 'createTime' },
  fields: {
    event: f.dict('OrderEvent', { required: true, readonly: true, label: { zh: '动作', en: 'Event' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    content: f.longText({ readonly: true, max: 500 }),
  },
});
