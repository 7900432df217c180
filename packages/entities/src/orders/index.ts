import { blindBox } from './blind-box.ts';
import { blindBoxOrder } from './blind-box-order.ts';
import { boxOrderLog } from './box-order-log.ts';
import { boxRefund } from './box-refund.ts';
import { goodsOrder } from './goods-order.ts';
import { orderLog } from './order-log.ts';
import { payNotice } from './pay-notice.ts';
import { recon } from './recon.ts';
import { reconItem } from './recon-item.ts';
import { refund } from './refund.ts';
import { settlement } from './settlement.ts';
import { themeRevenue } from './theme-revenue.ts';

/** Entities of the domain: orders, refunds, revenue and settlement. A new one is added here, one line. */
export const ordersEntities = {
  blindBox,
  blindBoxOrder,
  boxOrderLog,
  boxRefund,
  goodsOrder,
  orderLog,
  payNotice,
  recon,
  reconItem,
  refund,
  settlement,
  themeRevenue,
} as const;
