import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { formatInstant } from '@wheelhouse/contract/time';
import type { WechatAccount } from '../../../config-pay.ts';
import type { PayBook, SandboxRefund, SandboxTrade } from '../sandbox/book.ts';
import type { PayFaults } from '../sandbox/faults.ts';
import { billColumns, billSums } from './bill.ts';

/** 0.60 %, in thousandths of a fen for each fen. */
const feeRate = 6;
const refundStates = { processing: 'PROCESSING', done: 'SUCCESS', refused: 'CHANGE' } as const;

const yuan = (fen: number): string => (fen / 100).toFixed(2);
const yuan5 = (milliFen: number): string => (milliFen / 100_000).toFixed(5);
/** What would end a cell or a line is not in one. */
const plain = (text: string): string => text.replace(/[`\r\n]/g, ' ');

type Merchant = Pick<WechatAccount, 'appId' | 'mchId'>;
type Row = Readonly<Partial<Record<(typeof billColumns)[number], string>>>;

const common = ({ mchId, appId }: Merchant, trade: SandboxTrade): Row => ({
  公众账号ID: appId,
  商户号: mchId,
  特约商户号: '0',
  微信订单号: trade.channelTradeNo ?? '',
  商户订单号: trade.tradeNo,
  用户标识: trade.payerId ?? '',
  交易类型: 'APP',
  付款银行: 'OTHERS',
  货币种类: 'CNY',
  代金券金额: yuan(0),
  充值券退款金额: yuan(0),
  商品名称: plain(trade.subject),
  费率: '0.60%',
});

const paidRow = (account: Merchant, trade: SandboxTrade): Row => ({
  ...common(account, trade),
  交易时间: formatInstant(trade.paidTime ?? trade.createTime),
  交易状态: 'SUCCESS',
  应结订单金额: yuan(trade.amountFen),
  退款金额: yuan(0),
  手续费: yuan5(trade.amountFen * feeRate),
  订单金额: yuan(trade.amountFen),
  申请退款金额: yuan(0),
});

const refundRow = (account: Merchant, trade: SandboxTrade, refund: SandboxRefund): Row => ({
  ...common(account, trade),
  交易时间: formatInstant(refund.createTime),
  交易状态: 'REFUND',
  应结订单金额: yuan(0),
  微信退款单号: refund.channelRefundNo,
  商户退款单号: refund.refundNo,
  退款金额: yuan(refund.amountFen),
  退款类型: 'ORIGINAL',
  退款状态: refundStates[refund.state],
  手续费: yuan5(-refund.amountFen * feeRate),
  订单金额: yuan(0),
  申请退款金额: yuan(refund.amountFen),
});

const line = (cells: readonly string[]): string => cells.map((cell) => `\`${cell}`).join(',');

const timeOf = (row: Row): string => row['交易时间'] ?? '';
const byTime = (a: Row, b: Row): number => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0);

export interface PackedBill {
  readonly bytes: Buffer;
  /** Of the unpacked file, hex. */
  readonly sha1: string;
}

/** The bill of a day, packed; undefined where nothing happened on it. */
export async function sandboxBill(
  book: PayBook,
  account: Merchant,
  { day, fault }: { readonly day: string; readonly fault: PayFaults['bill'] },
): Promise<PackedBill | undefined> {
  const { trades, refunds } = await book.day(day);
  if (trades.length + refunds.length === 0) return undefined;
  const rows = [
    ...trades.map((trade) => paidRow(account, trade)),
    ...refunds.map(({ trade, refund }) => refundRow(account, trade, refund)),
  ].toSorted(byTime);
  const sums = billSums.map(([, column]) => {
    if (column === null) return String(rows.length);
    const sum = rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100_000), 0);
    return column === '手续费' ? yuan5(sum) : yuan(sum / 1000 + (fault === 'sum' ? 1 : 0));
  });
  const columns = billColumns.filter((name) => fault !== 'column' || name !== '订单金额');
  const lines = [
    columns.join(','),
    ...rows.map((row) => line(columns.map((name) => row[name] ?? ''))),
    billSums.map(([name]) => name).join(','),
    line(sums),
  ];
  const text = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
  const packed = gzipSync(text);
  return {
    bytes: fault === 'truncated' ? packed.subarray(0, packed.length / 2) : packed,
    sha1: createHash('sha1')
      .update(fault === 'hash' ? 'another file' : text)
      .digest('hex'),
  };
}
