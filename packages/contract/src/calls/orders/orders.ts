import type { Call, Form } from '../kit.ts';
import type { PrizeAddress } from '../prizes/winnings.ts';

/** What the orders of a query come to, in fen. */
export interface OrderSums {
  readonly orders: number;
  /** Of those that were paid. */
  readonly paidFen: number;
  readonly refundedFen: number;
  /** Paid less refunded. */
  readonly netFen: number;
}

export interface NewOrder {
  /** D:GoodsType: 1 a theme, 4 mall goods. */
  readonly goodsType: 1 | 4;
  /** Of the theme, or of the physical prize that is for sale. */
  readonly goodsId: string;
  /** 1 of a theme; 1 to 99 of mall goods. */
  readonly qty: number;
  /** A coupon of the caller (`GET /app/v1/coupon/mine`). */
  readonly couponId?: string;
  /** The app's own number, 8 to 40 characters: the same again answers the same order. */
  readonly requestId: string;
  /** D:PayChannel; 1 unless given. What costs nothing is paid by 5 whatever it says. */
  readonly payChannel?: 1 | 2 | 3 | 4;
  readonly vin?: string;
  /** D:ClientOs. */
  readonly clientOs?: 1 | 2 | 3;
  /** Where mall goods are sent. */
  readonly address?: PrizeAddress;
  /** Whoever wants an invoice says for whom. */
  readonly invoice?: { readonly title: string; readonly taxNo?: string; readonly email: string };
}

/** An order as its buyer sees it. */
export interface OwnOrder {
  readonly orderNo: string;
  /** D:OrderKind: 1 goods, 2 blind boxes. */
  readonly kind: number;
  /** Null of blind boxes. */
  readonly goodsType: number | null;
  readonly goodsName: string;
  readonly qty: number;
  readonly totalFen: number;
  readonly discountFen: number;
  readonly payFen: number;
  readonly refundedFen: number;
  /** D:PayChannel. */
  readonly payChannel: number;
  /** D:OrderStatus; of blind boxes D:BlindOrderStatus. */
  readonly orderStatus: number;
  /** Numbers of the boxes that can be opened; of goods none. */
  readonly toOpen: readonly number[];
  /** D:RefundStatus. */
  readonly refundStatus: number;
  readonly createTime: string;
  /** Until when it can be paid. */
  readonly expireTime: string;
  readonly payTime: string | null;
  readonly expressCompany: string | null;
  readonly expressNo: string | null;
}

/** Orders, payments and refunds (catalogue, chapter 10). */
export interface OrdersCalls {
  'POST /order/crm/goodsOrder/summary': Call<{ readonly query?: Form }, OrderSums>;
  /**
   * Orders goods and asks the channel for the money. `payParams` go to the channel's own software; null where nothing is to be paid. 6013 the theme is theirs
   * already, 6004 not so many left, 1002 not for sale, 1020 the channel does not answer: the order stays, and the same request asks again.
   */
  'POST /app/v1/order/create': Call<
    NewOrder,
    { readonly orderNo: string; readonly payFen: number; readonly payParams: Readonly<Record<string, string>> | null }
  >;
  /** `status`: one of D:OrderStatus. The newest first, 200 at most. */
  'GET /app/v1/order/list': Call<{ readonly status?: string }, readonly OwnOrder[]>;
  /** Asks for all that can be given back. 7004 one is open, 7006 by Apple, 7007 nothing was paid. */
  'POST /app/v1/order/refundApply': Call<
    { readonly orderNo: string; readonly reasonCode: '1' | '2' | '3' | '4' | '5' | '9'; readonly text: string },
    { readonly refundNo: string }
  >;
  /** A channel (D:PayChannel) tells of a payment or refund; it is answered as the channel wants it, without the envelope. */
  'POST /pay/v1/callback/:channel': Call<unknown, null>;
}
