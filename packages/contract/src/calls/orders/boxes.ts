import type { ShownBoxes } from '../events/raffles.ts';
import type { Call, Form } from '../kit.ts';
import type { OrderSums } from './orders.ts';

export interface NewBoxOrder {
  readonly activityId: string;
  /** 1 to 10. */
  readonly count: number;
  /** A coupon of the caller for blind boxes. */
  readonly couponId?: string;
  /** The app's own number, 8 to 40 characters: the same again answers the same order. */
  readonly requestId: string;
  /** The buyer says to be 18 or older. */
  readonly ageConfirmed: 0 | 1;
  /** A younger one, from 8 years on, has the consent of a guardian. */
  readonly guardianConsent?: 0 | 1;
  /** D:PayChannel; 1 unless given. */
  readonly payChannel?: 1 | 2 | 3 | 4;
  /** D:ClientOs. */
  readonly clientOs?: 1 | 2 | 3;
}

/** What a box holds, once it is opened. */
export interface OpenedBox {
  readonly orderNo: string;
  readonly boxNo: number;
  readonly itemName: string;
  readonly rarity: string;
  /** D:PrizeKind. */
  readonly prizeKind: number;
  readonly imageUrl: string | null;
  /** Percent, as it was when the box was paid. */
  readonly probability: number;
  readonly openTime: string;
  /** Proves the draw: its place in the chain of the campaign. */
  readonly receipt: { readonly lane: number; readonly n: number; readonly hash: string };
}

/** Orders of blind boxes (catalogue, chapter 10, §2). */
export interface BoxCalls {
  'POST /order/crm/blindBoxOrder/summary': Call<{ readonly query?: Form }, OrderSums>;
  'GET /app/v1/blindbox/detail': Call<{ readonly activityId: string }, ShownBoxes>;
  /**
   * Orders boxes and asks the channel for the money. What they hold is fixed when they are paid. 7011 the buyer's age, 7012 not so many left, 6041 the campaign
   * sells none now, 6043 not for this user, 1020 the channel does not answer: the order stays, and the same request asks again.
   */
  'POST /app/v1/blindbox/order': Call<
    NewBoxOrder,
    { readonly orderNo: string; readonly payFen: number; readonly payParams: Readonly<Record<string, string>> | null }
  >;
  /** Opens a box; the same again answers the same. 7004 it is being refunded. What is not opened opens by itself after seven days. */
  'POST /app/v1/blindbox/open': Call<{ readonly orderNo: string; readonly boxNo: number }, OpenedBox>;
}
