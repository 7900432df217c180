import type { ReviewOf } from '../../../entity/approval/rules.ts';

/** What the approval of a refund covers: the order, the amount and why. The database lets nobody change any of it. */
export const refundReview: ReviewOf<'refund'> = {
  fields: [
    'goodsOrderId',
    'blindBoxOrderId',
    'boxNos',
    'orderNo',
    'payFen',
    'payChannel',
    'amountFen',
    'reasonCode',
    'remark',
    'evidence',
    'revokeGoods',
    'heldTradeNo',
  ],
};
