/**
 * How money comes from a payment channel and goes back. One adapter a channel of D:PayChannel; amounts are integers of fen. Source: chapter 10, §1
 * of the catalogue.
 */

/** What a channel is asked to take. */
export interface PayRequest {
  /** Our number of the trade: the order's. 6–32 characters. */
  readonly tradeNo: string;
  readonly amountFen: number;
  /** What the payer reads. */
  readonly subject: string;
  /** The channel takes nothing after it. */
  readonly expireTime: Date;
}

/** What the app gives to the channel's own software, as that names it. */
export type PayParams = Readonly<Record<string, string>>;

/** What a channel says of a trade. What was paid and given back later is `paid`. */
export interface TradeNews {
  readonly tradeNo: string;
  readonly state: 'unpaid' | 'paid' | 'closed';
  /** The channel's number of the trade, once it is paid. */
  readonly channelTradeNo: string | null;
  /** What the trade is about, whoever paid part of it; null where the channel does not say. */
  readonly amountFen: number | null;
  readonly paidTime: Date | null;
  /** Who paid, by the channel's own id. */
  readonly payerId: string | null;
}

export interface RefundRequest {
  readonly tradeNo: string;
  readonly channelTradeNo: string;
  /** Our number of the refund; asking again with it is the same refund. 6–64 characters. */
  readonly refundNo: string;
  readonly amountFen: number;
  /** What the trade was paid with. */
  readonly totalFen: number;
  readonly reason: string;
}

/** What a channel says of a refund. */
export interface RefundNews {
  readonly tradeNo: string;
  readonly refundNo: string;
  readonly channelRefundNo: string | null;
  readonly amountFen: number | null;
  /** `refused`: it will never be done under this number. */
  readonly state: 'processing' | 'done' | 'refused';
  readonly doneTime: Date | null;
  /** Why it is refused, as the channel says it. */
  readonly why: string | null;
}

/** A row of a channel's bill. */
export interface BillRow {
  readonly kind: 'pay' | 'refund';
  /** As the channel counts it: a refund by when it was accepted. */
  readonly time: Date;
  readonly tradeNo: string;
  readonly channelTradeNo: string;
  readonly refundNo: string | null;
  readonly channelRefundNo: string | null;
  /** Above zero for both kinds. */
  readonly amountFen: number;
  /** What the channel keeps in thousandths of a fen: above zero with a payment, below with a refund. */
  readonly feeMilliFen: number;
}

/** A call of the channel to us, as it came. */
export interface NoticeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What a channel tells by a call. `other`: genuine, and of no matter here. */
export type Notice =
  | { readonly kind: 'trade'; readonly id: string; readonly news: TradeNews }
  | { readonly kind: 'refund'; readonly id: string; readonly news: RefundNews }
  | { readonly kind: 'other'; readonly id: string };

/** What a channel is answered. */
export interface NoticeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface PayChannel {
  /** Asks for the money. The same trade again gives its parameters again. @throws ChannelFailed */
  readonly create: (request: PayRequest) => Promise<PayParams>;
  /** @throws ChannelFailed */
  readonly query: (tradeNo: string) => Promise<TradeNews>;
  /** Ends a trade that is not paid. A paid one stays: the answer says so. @throws ChannelFailed */
  readonly close: (tradeNo: string) => Promise<'closed' | 'paid'>;
  /** @throws ChannelFailed */
  readonly refund: (request: RefundRequest) => Promise<RefundNews>;
  /** @throws ChannelFailed */
  readonly queryRefund: (request: Pick<RefundRequest, 'refundNo' | 'tradeNo'>) => Promise<RefundNews>;
  /** All rows of a day (YYYY-MM-DD, Asia/Shanghai). @throws ChannelFailed, with the code `billNotReady` before the channel has it; BillUnreadable */
  readonly bill: (day: string) => Promise<readonly BillRow[]>;
  /** Reads a call of the channel. @throws NoticeRefused it is not the channel's, or not about us */
  readonly readNotice: (request: NoticeRequest) => Promise<Notice>;
  /** What the channel takes for "understood", and for "not, tell me again". */
  readonly answers: { readonly taken: NoticeAnswer; readonly refused: NoticeAnswer };
}

/** The channel did not do what it was asked. */
export class ChannelFailed extends Error {
  /** The channel's code, or `unreachable`, `unverified` (its answer is not signed by it), `unreadable`, `billNotReady`. */
  readonly code: string;
  /** Asking again may help: the channel was not reached, is busy or broken. */
  readonly isPassing: boolean;

  constructor(code: string, message: string, isPassing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChannelFailed';
    this.code = code;
    this.isPassing = isPassing;
  }
}

/**
 * Why a call is refused. `signature`: it is not the channel's. `stale`: signed once, and sent again later. `probe`: the channel tries whether signatures are
 * checked. `foreign`: genuine, and about somebody else. `changed`: what it holds does not open. `unreadable`: not as the channel writes them.
 */
export type WhyRefused = 'signature' | 'stale' | 'probe' | 'foreign' | 'changed' | 'unreadable';

/** A call that is not the channel's: what it says changes nothing. `said` is for the log and the operators' list, without anything secret or personal. */
export class NoticeRefused extends Error {
  readonly why: WhyRefused;
  constructor(why: WhyRefused, said: string, options?: ErrorOptions) {
    super(said, options);
    this.name = 'NoticeRefused';
    this.why = why;
  }
}

/** A bill that is not as the channel writes them (a column is missing, the file ends early, sums do not agree): nothing of it is taken. */
export class BillUnreadable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'BillUnreadable';
  }
}
