import { goodsOrder } from './goods-order.ts';
import { orderLog } from './order-log.ts';
import { refund } from './refund.ts';

/** Entities of the domain: orders and refunds. A new one is added here, one line. */
export const ordersEntities = {
  goodsOrder,
  orderLog,
  refund,
} as const;
