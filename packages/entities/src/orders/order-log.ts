import { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { goodsOrder } from './goods-order.ts';

/** What the logs of all kinds of orders have: they share the table. */
export const orderLogShape = {
  table: 'ord_log',
  domain: 'orders',
  external: true,
  calls: ['list'],
  shown: { what: 'event', text: 'content', actor: 'operatorId', time: 'createTime' },
  fields: {
    event: f.dict('OrderEvent', { required: true, readonly: true, label: { zh: '动作', en: 'Event' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    content: f.longText({ readonly: true, max: 500 }),
  },
} as const;

/** What became of an order of goods, and what was noted about it 订单日志. */
export const orderLog = defineLog({
  ...orderLogShape,
  name: 'orderLog',
  label: { zh: '订单日志', en: 'Order log' },
  base: '/order/crm/orderLog',
  record: goodsOrder,
  of: 'goodsOrderId',
  fixedValues: { orderKind: codes.OrderKind.goods },
});
