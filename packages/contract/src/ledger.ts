import type { Text } from './lang.ts';

/** The side of an account on which it grows. Amounts are signed: above zero is debit. */
export type LedgerSide = 'debit' | 'credit';

interface Kind extends Text {
  readonly side: LedgerSide;
  /** Tells what a partner earns: for those who may settle. */
  readonly partner?: true;
}

/** The chart of accounts: an account's code is its kind, or its kind and whose or of what it is (`channel:1`, `payable:星河工作室`). */
export const ledgerKinds = {
  /** Money at a payment channel, by D:PayChannel. */
  channel: { side: 'debit', zh: '渠道资金', en: 'Money at the channel' },
  /** Money of the company outside the channels: pays partners, and refunds that no channel takes. */
  bank: { side: 'debit', zh: '银行存款', en: 'Bank' },
  /** What a channel keeps, by D:PayChannel. */
  fee: { side: 'debit', zh: '通道费', en: 'Channel fee' },
  /** What was sold, before coupons, by what it is (`theme`). */
  revenue: { side: 'credit', zh: '销售收入', en: 'Revenue' },
  /** What was not asked for, by why: `coupon`. */
  discount: { side: 'debit', zh: '优惠', en: 'Discounts' },
  /** What partners earn, by partner: the cost of it. */
  share: { side: 'debit', zh: '分成成本', en: 'Cost of shares', partner: true },
  /** What a partner has earned and no confirmed statement says yet. */
  partner: { side: 'credit', zh: '合作方待结算', en: 'Partner, not settled', partner: true },
  /** Adjustments of statements, by partner: the cost of them. */
  adjustment: { side: 'debit', zh: '结算调整', en: 'Adjustments of statements', partner: true },
  /** What confirmed statements say is owed to a partner. */
  payable: { side: 'credit', zh: '应付合作方', en: 'Payable to the partner', partner: true },
  /** Money that belongs to no order, or that is not where it should be, by why (`suspense:paidAfterClose`). Goes to zero once it is cleared up. */
  suspense: { side: 'credit', zh: '待处理款项', en: 'Suspense' },
} as const satisfies Readonly<Record<string, Kind>>;

export type LedgerKind = keyof typeof ledgerKinds;

/** What an account is of, where that is neither a channel nor a partner. */
export const ledgerParts = {
  theme: { zh: '主题', en: 'Themes' },
  sound: { zh: '音效', en: 'Sounds' },
  sim: { zh: '流量服务', en: 'SIM services' },
  mall: { zh: '实物商品', en: 'Mall goods' },
  blindBox: { zh: '盲盒', en: 'Blind boxes' },
  coupon: { zh: '优惠券', en: 'Coupons' },
  paidAfterClose: { zh: '关闭后支付', en: 'Paid after close' },
  wrongAmount: { zh: '金额异常', en: 'Wrong amount' },
  missingHere: { zh: '平台缺失', en: 'Missing here' },
  missingThere: { zh: '渠道缺失', en: 'Missing there' },
  amount: { zh: '金额不符', en: 'Amount differs' },
} as const satisfies Readonly<Record<string, Text>>;

/** The code of an account. */
export type LedgerAccount = LedgerKind | `${LedgerKind}:${string}`;

/** What happened, with the name that people read. */
export const ledgerEvents = {
  paid: { zh: '支付', en: 'Paid' },
  refunded: { zh: '退款', en: 'Refunded' },
  feeReturned: { zh: '退回通道费', en: 'Fee returned' },
  held: { zh: '挂账', en: 'Money held' },
  heldReturned: { zh: '挂账退回', en: 'Held money returned' },
  corrected: { zh: '对账调整', en: 'Corrected by reconciliation' },
  settled: { zh: '结算确认', en: 'Settled' },
  settlementPaid: { zh: '结算付款', en: 'Settlement paid' },
} as const satisfies Readonly<Record<string, Text>>;

export type LedgerEvent = keyof typeof ledgerEvents;
