import { codes } from '../codes.ts';
import { defineLog } from '../log.ts';
import { blindBoxOrder } from './blind-box-order.ts';
import { orderLogShape } from './order-log.ts';

/** What became of an order of blind boxes, and what was noted about it 盲盒订单日志. */
export const boxOrderLog = defineLog({
  ...orderLogShape,
  name: 'boxOrderLog',
  label: { zh: '盲盒订单日志', en: 'Blind-box order log' },
  base: '/order/crm/boxOrderLog',
  record: blindBoxOrder,
  of: 'blindBoxOrderId',
  fixedValues: { orderKind: codes.OrderKind.blindBox },
});
