import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillRow } from '../../src/adapters/pay/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { compareDay } from '../../src/modules/orders/recon/compare.ts';
import { dayOfChannel } from '../../src/modules/orders/recon/days.ts';
import { keepBill } from '../../src/modules/orders/recon/sides.ts';
import { revenueWorld, type RevenueWorld } from './revenue-kit.ts';

/** A channel's bill gives more of its fee back than was booked with a refund. */
let w: RevenueWorld;
beforeAll(async () => {
  w = await revenueWorld();
});
afterAll(() => w.stop());

const dayBefore = (n: number): string => formatDay(new Date(Date.now() - n * 86_400_000));
const { wechat } = codes.PayChannel;
const { sale, refund, feeReturned } = codes.RevenueType;
const partner = '北斗工作室';
const day = dayBefore(2);
const soldAt = `${day} 09:00:00`;
const backAt = `${day} 15:00:00`;

/** Takes a bill of the day, and compares. @returns how many differences there are */
async function compare(rows: readonly BillRow[]): Promise<number> {
  const id = await withTransaction(w.t.app.db, async (tx) => {
    const found = await dayOfChannel(tx, { channel: wechat, day });
    if (found === undefined) throw new Error('no day');
    await keepBill(tx, found, rows);
    await compareDay(tx, found.id, found);
    return found.id;
  });
  return w.number('select item_count from ord_recon where id = $1', id);
}

async function tradeOf(orderNo: string): Promise<string> {
  const { rows } = await w.t.app.pool.query<{ no: string }>(
    'select channel_trade_no as no from ord_order where order_no = $1',
    [orderNo],
  );
  return rows[0]?.no ?? '';
}

async function rowsOf(orderNo: string, refundNo: string, feeMilliFen: number): Promise<readonly BillRow[]> {
  const common = { tradeNo: orderNo, channelTradeNo: await tradeOf(orderNo), channelRefundNo: null };
  const [paid, back] = [soldAt, backAt].map((text) => new Date(`${text.replace(' ', 'T')}+08:00`));
  if (paid === undefined || back === undefined) throw new Error('no times');
  return [
    { ...common, kind: 'pay', time: paid, refundNo: null, amountFen: 5_000, feeMilliFen: 30_000 },
    { ...common, kind: 'refund', time: back, refundNo, amountFen: 2_500, feeMilliFen },
  ];
}

/** What entries and ledger say of partners, fees and revenue, each. */
async function bothSides(orderNo: string) {
  const entries = await w.entries({ orderNo });
  const add = (of: (row: (typeof entries)[number]) => number | undefined) =>
    entries.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  const ledger = (kind: string) =>
    w.number(
      `select coalesce(sum(e.amount_fen), 0) from ldg_entry e join ldg_account a on a.id = e.account_id join ldg_transaction t on t.id = e.transaction_id
       where t.order_no = $1 and a.kind = $2`,
      orderNo,
      kind,
    );
  return {
    entries: [add((row) => row.payFen), add((row) => row.channelFeeFen), add((row) => row.partnerShareFen)],
    ledger: [0 - (await ledger('revenue')), 0 - (await ledger('fee')), 0 - (await ledger('share'))],
  };
}

test('is posted once, with what it adds to the partner, and revenue is the ledger', async () => {
  const orderNo = await w.sell(await w.theme(partner, 5_000), soldAt);
  const refundNo = await w.giveBack(orderNo, 2_500, backAt);
  // Of the fee of 30, half came back with half.
  expect(await compare(await rowsOf(orderNo, refundNo, -15_000))).toBe(0);
  expect((await w.entries({ orderNo })).map(({ type }) => type)).toEqual([sale, refund]);

  const told = await rowsOf(orderNo, refundNo, -20_000);
  expect(await compare(told)).toBe(0);
  expect(await compare(told)).toBe(0);
  expect(await w.entries({ orderNo })).toMatchObject([
    { type: sale, channelFeeFen: -30 },
    { type: refund, payFen: -2_500, channelFeeFen: 15 },
    // 40 % of 2,500 less 10, after 40 % of 2,500 less 15.
    { type: feeReturned, refundNo, payFen: 0, channelFeeFen: 5, partnerShareFen: -2, ownFen: 3 },
  ]);
  const sides = await bothSides(orderNo);
  expect(sides.entries).toEqual(sides.ledger);
  expect(sides.entries).toEqual([2_500, -10, -996]);
  expect(
    await w.number(`select count(*) from ldg_transaction where kind = 'feeReturned' and refund_no = $1`, refundNo),
  ).toBe(1);
  expect(await w.number('select sum(amount_fen) from ldg_entry')).toBe(0);

  // What is left goes back whole, and nothing of it is left anywhere.
  await w.giveBack(orderNo, 2_500, `${dayBefore(1)} 10:00:00`);
  const after = await bothSides(orderNo);
  expect(after).toEqual({ entries: [0, 0, 0], ledger: [0, 0, 0] });
});

test('is not posted where the channel has kept no such fee: people decide', async () => {
  const orderNo = await w.sell(await w.theme(null, 5_000), soldAt);
  const refundNo = await w.giveBack(orderNo, 2_500, backAt);
  const before = await w.number('select count(*) from ldg_transaction');
  expect(await compare(await rowsOf(orderNo, refundNo, -90_000))).toBeGreaterThan(0);
  expect(await w.number('select count(*) from ldg_transaction')).toBe(before);
});
