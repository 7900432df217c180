import { codes, type Code } from '@wheelhouse/entities/codes';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { expect } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { settlePaid } from '../../src/modules/orders/pay/settle.ts';
import { takeRefund } from '../../src/modules/orders/refunds/finish.ts';
import { adminPassword } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { ordersWorld } from './orders-kit.ts';

/** An instant of Asia/Shanghai. */
export const at = (text: string): Date => parseInstant(text) ?? new Date(Number.NaN);

/** YYYY-MM of so many months ago: a month that is over, on any day. */
export function monthsAgo(n: number): string {
  const [year = 0, month = 0] = formatDay(new Date()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7);
}

export interface EntryRow {
  readonly entryNo: string;
  readonly orderNo: string;
  readonly refundNo: string | null;
  readonly type: number;
  readonly payFen: number;
  readonly channelFeeFen: number;
  readonly settlementRate?: number | null;
  readonly partnerShareFen?: number;
  readonly ownFen?: number;
  readonly settlementNo: string | null;
  readonly settleMonth: string | null;
}

export interface StatementRow {
  readonly id: string;
  readonly rev: number;
  readonly settlementNo: string;
  readonly month: string;
  readonly partnerName: string;
  readonly status: number;
  readonly grossFen: number;
  readonly refundFen: number;
  readonly feeFen: number;
  readonly shareFen: number;
  readonly adjustmentFen: number;
  readonly carriedFen: number;
  readonly payableFen: number;
  readonly entryCount: number;
  readonly documentHash?: string | null;
}

let trades = 0;

/** Themes with partners, sold and paid back at set times. */
export async function revenueWorld() {
  const w = await ordersWorld();
  const { token: second } = await signInAs(w.t, { roles: ['admin'] });
  const { app } = w.t;
  const theme = async (partner: string | null, priceFen = 500): Promise<string> => {
    const id = await w.theme(priceFen);
    await app.pool.query('update cnt_app_theme set partner_name = $2 where id = $1', [id, partner]);
    return id;
  };
  /** Pays an order of a theme at a time. @returns its number */
  const sell = async (
    goodsId: string,
    time: string,
    {
      by,
      channel = codes.PayChannel.wechat,
    }: { by?: Awaited<ReturnType<typeof w.buyer>>; channel?: Code<'PayChannel'> } = {},
  ): Promise<string> => {
    const { code, data } = await w.order(by ?? (await w.buyer()), { goodsId, clientOs: 1 });
    expect(code).toBe(0);
    await app.pool.query('update ord_order set pay_channel = $2 where order_no = $1', [data.orderNo, channel]);
    const money = {
      tradeNo: data.orderNo,
      channelTradeNo: `T${++trades}`,
      paidFen: data.payFen,
      paidTime: at(time),
      payerId: null,
    };
    expect(await withTransaction(app.db, (tx) => settlePaid(tx, app, money))).toBe('taken');
    return data.orderNo;
  };
  /** Pays so much of an order back at a time. @returns the refund's number */
  const giveBack = async (orderNo: string, amountFen: number, time: string): Promise<string> => {
    const asked = { orderNo, amountFen, reasonCode: codes.RefundReason.changedMind, remark: '买错了，希望退款' };
    const { code, data } = await w.post<{ refundNo: string }>('goodsOrder/refund', asked);
    expect(code).toBe(0);
    expect(await w.post('refund/audit', { refundNo: data.refundNo, result: 1 }, second)).toMatchObject({ code: 0 });
    const news = { tradeNo: orderNo, refundNo: data.refundNo, channelRefundNo: null, amountFen, why: null };
    expect(await takeRefund(app, { ...news, state: 'done', doneTime: at(time) })).toBe('taken');
    return data.refundNo;
  };
  const entries = async (query: object, as?: string): Promise<readonly EntryRow[]> =>
    (await w.post<{ list: EntryRow[] }>('themeRevenue/list', { pageSize: 100, query, orderBy: 'occurTime asc' }, as))
      .data.list;
  const statements = async (query: object): Promise<readonly StatementRow[]> =>
    (await w.post<{ list: StatementRow[] }>('settlement/list', { pageSize: 100, query })).data.list;
  return {
    ...w,
    second,
    theme,
    sell,
    giveBack,
    entries,
    statements,
    generate: (month: string, partnerName?: string) =>
      w.post<{ settlementNos: readonly string[] }>('settlement/generate', {
        month,
        ...(partnerName !== undefined && { partnerName }),
      }),
    /** A step of a statement, as somebody who has just read it. */
    async step(settlementNo: string, action: string, more: object = {}, as = 'admin') {
      const [row] = await statements({ settlementNo });
      return w.post(
        'settlement/transition',
        { settlementNo, rev: row?.rev, action, adjustments: [], voucherFileId: null, ...more },
        as,
      );
    },
    async one(query: object): Promise<StatementRow> {
      const [row] = await statements(query);
      if (row === undefined) throw new Error(`no statement ${JSON.stringify(query)}`);
      return row;
    },
    /** What was made for a caller to download. */
    async file(fileName: string, as = 'admin'): Promise<Buffer> {
      const token = as === 'admin' ? await w.t.login('admin', adminPassword) : as;
      const url = `/common/download?fileName=${encodeURIComponent(fileName)}`;
      const { rawPayload } = await w.t.http.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      return rawPayload;
    },
    /** What an account of the ledger comes to. */
    async balance(account: string): Promise<number> {
      const { data } = await w.post<{ list: { account: string; balanceFen: number }[] }>('ledger/balances', {});
      return data.list.find((one) => one.account === account)?.balanceFen ?? 0;
    },
  };
}
export type RevenueWorld = Awaited<ReturnType<typeof revenueWorld>>;
