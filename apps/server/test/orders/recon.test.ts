import { codes } from '@wheelhouse/entities/codes';
import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { plantFaults } from '../../src/adapters/pay/sandbox/faults.ts';
import { compareDay } from '../../src/modules/orders/recon/compare.ts';
import { dayOfChannel } from '../../src/modules/orders/recon/days.ts';
import { keepBill } from '../../src/modules/orders/recon/sides.ts';
import { billsAwaited } from '../../src/modules/orders/recon/work.ts';
import { signInAs } from '../support/people.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

const { wechat, alipay, eCny } = codes.PayChannel;
const { ReconDiff: diff, ReconItemStatus: item, ReconStatus: status, BillState: bill } = codes;
const dayMs = 86_400_000;
const dayBefore = (n: number): string => formatDay(new Date(Date.now() - n * dayMs));
/** Channels have their bills at ten: until then the last one is of the day before yesterday. */
const back = Number(formatInstant(new Date()).slice(11, 13)) < 10 ? 2 : 1;
const billed = dayBefore(back);

interface Day {
  readonly id: string;
  readonly rev: number;
  readonly ourCount: number;
  readonly ourFen: number;
  readonly channelCount: number;
  readonly channelFen: number;
  readonly diffFen: number;
  readonly reconStatus: number;
  readonly billState: number;
  readonly billError: string | null;
  readonly itemCount: number;
  readonly openCount: number;
}
interface Item {
  readonly id: string;
  readonly rev: number;
  readonly itemNo: string;
  readonly diffType: number;
  readonly itemStatus: number;
  readonly orderNo: string;
  readonly diffFen: number;
  readonly remark: string | null;
  readonly corrected: number;
}

let w: OrdersWorld;
beforeAll(async () => {
  w = await ordersWorld();
});
afterAll(() => w.stop());

const run = (text: string, values: unknown[] = []) => w.t.app.pool.query(text, values);
const rerun = (channel: number, date = billed) => w.post('recon/rerun', { date, channel });
const dayOf = async (channel: number, date = billed): Promise<Day> => {
  const { data } = await w.post<{ list: Day[] }>('recon/list', {
    query: { payChannel: channel, 'billDate.ge': date, 'billDate.le': date },
  });
  const [row] = data.list;
  if (row === undefined) throw new Error(`${date} is not compared`);
  return row;
};
const itemsOf = async (channel: number, date = billed): Promise<Item[]> =>
  (
    await w.post<{ list: Item[] }>('reconItem/list', {
      pageSize: 200,
      query: { reconId: (await dayOf(channel, date)).id },
    })
  ).data.list;
const typesOf = async (channel: number) =>
  (await itemsOf(channel))
    .map(({ orderNo, diffType, itemStatus }) => `${orderNo} ${diffType} ${itemStatus}`)
    .toSorted();

/** An order that was paid on the day of the last bill. */
async function sold({ isTold = true } = {}): Promise<string> {
  const { data } = await w.order(await w.buyer(), { goodsId: await w.theme() });
  await w.control({ tradeNo: data.orderNo, act: 'pay' });
  await run(`update sbx_pay_trade set paid_time = paid_time - interval '${back} days' where trade_no = $1`, [
    data.orderNo,
  ]);
  if (isTold) await w.control({ tradeNo: data.orderNo, tell: {} });
  return data.orderNo;
}

describe('a day of a channel', () => {
  test('is balanced where its bill and the ledger say the same, and is told so by its sums', async () => {
    await sold();
    await sold();
    expect(await rerun(wechat)).toMatchObject({ code: 0 });
    expect(await dayOf(wechat)).toMatchObject({
      ourCount: 2,
      ourFen: 1200,
      channelCount: 2,
      channelFen: 1200,
      diffFen: 0,
      itemCount: 0,
      openCount: 0,
      reconStatus: status.balanced,
      billState: bill.taken,
    });
  });

  test('finds a payment that nobody told of; asking the channel takes it, and the difference is gone', async () => {
    const orderNo = await sold({ isTold: false });
    await rerun(wechat);
    const [found] = await itemsOf(wechat);
    expect(found).toMatchObject({ orderNo, diffType: diff.missingHere, itemStatus: item.open, diffFen: 596 });
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.more, diffFen: 600, openCount: 1 });
    expect(await w.post('reconItem/ask', { id: found?.id })).toMatchObject({ code: 0, data: { result: 'taken' } });
    expect((await w.one(orderNo)).payIssue).toBeNull();
    expect(await itemsOf(wechat)).toMatchObject([{ itemStatus: item.gone }]);
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.balanced, diffFen: 0 });
    expect(await w.post('reconItem/ask', { id: found?.id })).toMatchObject({ code: 1004 });
  });

  test('finds what the channel does not have and what it has otherwise; what people decide outlives another comparison', async () => {
    const [lost, other] = [await sold(), await sold()];
    await run(`update sbx_pay_trade set paid_time = paid_time - interval '9 days' where trade_no = $1`, [lost]);
    await run(`update sbx_pay_trade set amount_fen = 700 where trade_no = $1`, [other]);
    await rerun(wechat);
    const open = (await itemsOf(wechat)).filter(({ itemStatus }) => itemStatus === item.open);
    const [one, two] = [lost, other].map((orderNo) => open.find((row) => row.orderNo === orderNo));
    expect(one).toMatchObject({ diffType: diff.missingThere, diffFen: -596 });
    expect(two).toMatchObject({ diffType: diff.amount, diffFen: 100 });
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.differs, openCount: 2 });

    expect(await w.post('reconItem/handle', { ids: [one?.id] })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'remark' }] },
    });
    expect(await w.post('reconItem/handle', { ids: [one?.id], remark: '渠道次日补单' })).toMatchObject({ code: 0 });
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.differs, openCount: 1 });
    expect(await w.post('reconItem/correct', { id: two?.id, remark: '按渠道账单调整' })).toMatchObject({ code: 0 });
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.handled, openCount: 0 });
    expect(
      await w.number(
        `select sum(e.amount_fen) from ldg_entry e join ldg_account a on a.id = e.account_id join ldg_transaction t on t.id = e.transaction_id
         where t.key = $1 and a.code = 'suspense:amount'`,
        `corrected:${two?.itemNo}`,
      ),
    ).toBe(-100);
    expect(await w.number('select sum(amount_fen) from ldg_entry')).toBe(0);

    const before = await itemsOf(wechat);
    await rerun(wechat);
    expect(await itemsOf(wechat)).toEqual(before);
    // Another amount is another question.
    await run(`update sbx_pay_trade set amount_fen = 800 where trade_no = $1`, [other]);
    await rerun(wechat);
    expect(await typesOf(wechat)).toEqual(
      [
        ...before.map((row) => `${row.orderNo} ${row.diffType} ${row.itemStatus}`),
        `${other} ${diff.amount} ${item.open}`,
      ].toSorted(),
    );
  });

  test('is handled whole with one remark', async () => {
    const { id, rev } = await dayOf(wechat);
    expect(await w.post('recon/handle', { ids: [id], rev, remark: '已与财务核对' })).toMatchObject({ code: 0 });
    expect(await dayOf(wechat)).toMatchObject({ reconStatus: status.handled, openCount: 0 });
    expect((await itemsOf(wechat)).filter(({ remark }) => remark === '已与财务核对')).toHaveLength(1);
    expect(await w.post('recon/handle', { ids: [id], remark: '再次' })).toMatchObject({ data: { skipped: [{ id }] } });
  });
});

describe('bills', () => {
  test('are asked of channels every day at ten, also of days that were missed', async () => {
    await run(
      `update ord_recon set bill_date = bill_date - 2, recon_no = 'RC20000101-1' where pay_channel = ${wechat}`,
    );
    await w.runJobs();
    await w.runJobs();
    const days = await run(
      `select pay_channel as channel, count(*)::int as n from ord_recon where next_time is not null group by 1 order by 1`,
    );
    expect(days.rows).toEqual([
      { channel: 1, n: back + 1 },
      { channel: 2, n: 1 },
      { channel: 3, n: 1 },
      { channel: 4, n: 1 },
    ]);
    for (let n = 0; n < 3; n++) await billsAwaited.round(w.t.app);
    expect(await dayOf(eCny, dayBefore(1))).toMatchObject({ billState: bill.taken, reconStatus: status.balanced });
    expect(await w.number(`select count(*) from ord_recon where next_time is not null and attempts = 0`)).toBe(0);
  });

  test('that cannot be read are not taken: the day says why, and keeps what it knew', async () => {
    const { db } = w.t.app;
    await sold();
    await plantFaults(db, wechat, '', { bill: 'truncated' });
    expect(await rerun(wechat)).toMatchObject({ code: 1020 });
    const day = await dayOf(wechat);
    expect(day).toMatchObject({ billState: bill.unreadable });
    expect(day.billError).toMatch(/\w{3}/);
    await plantFaults(db, wechat, '', {});
    expect(await rerun(wechat)).toMatchObject({ code: 0 });
    expect(await dayOf(wechat)).toMatchObject({ billState: bill.taken, billError: null });
  });

  test('are of days that are over, and of channels that have them', async () => {
    expect(await rerun(wechat, dayBefore(0))).toMatchObject({ code: 1001, data: { errors: [{ field: 'date' }] } });
    expect(await rerun(wechat, dayBefore(120))).toMatchObject({ code: 1001, data: { errors: [{ field: 'date' }] } });
    expect(await rerun(wechat, '2025-02-30')).toMatchObject({ code: 1001, data: { errors: [{ field: 'date' }] } });
    expect(await rerun(codes.PayChannel.zero)).toMatchObject({ code: 1001, data: { errors: [{ field: 'channel' }] } });
  });
});

test('a refund that was accepted before midnight and went through after it waits, and is explained', async () => {
  const [day, next] = [dayBefore(5), dayBefore(4)];
  const bills = async (of: string, rows: Parameters<typeof keepBill>[2]) => {
    await withTransaction(w.t.app.db, async (tx) => {
      const found = await dayOfChannel(tx, { channel: alipay, day: of });
      if (found === undefined) throw new Error('no day');
      await keepBill(tx, found, rows);
      await compareDay(tx, found.id, found);
    });
  };
  const midnight = Date.parse(`${next}T00:00:00+08:00`);
  await run(
    `insert into ldg_account (code, kind, side) values ('channel:2', 'channel', 'debit'), ('suspense:x', 'suspense', 'credit') on conflict do nothing`,
  );
  await run(
    `with t as (insert into ldg_transaction (kind, key, occur_time, order_no, refund_no, bill_ref, lines) values ('refunded', 'refunded:RFm', $1, 'GOm', 'RFm', '2088m', 2) returning id)
     insert into ldg_entry (transaction_id, account_id, amount_fen)
     select t.id, a.id, case a.code when 'channel:2' then -500 else 500 end from t, ldg_account a where a.code in ('channel:2', 'suspense:x')`,
    [new Date(midnight + 60_000)],
  );
  const row = {
    kind: 'refund' as const,
    time: new Date(midnight - 60_000),
    tradeNo: 'GOm',
    channelTradeNo: '2088m',
    refundNo: 'RFm',
    channelRefundNo: null,
    amountFen: 500,
    feeMilliFen: 0,
  };
  await bills(next, []);
  expect(await itemsOf(alipay, next)).toMatchObject([{ diffType: diff.acrossMidnight, itemStatus: item.open }]);
  await bills(day, [row]);
  await bills(next, []);
  for (const of of [day, next])
    expect(await itemsOf(alipay, of)).toMatchObject([{ diffType: diff.acrossMidnight, itemStatus: item.gone }]);
  expect(await dayOf(alipay, next)).toMatchObject({ reconStatus: status.balanced, ourFen: -500, channelFen: 0 });
});

describe('money is followed', () => {
  interface Trail {
    readonly order: { readonly orderNo: string } | null;
    readonly bill: readonly { readonly orderNo: string }[];
    readonly ledger: readonly { readonly kind: string }[];
    readonly refunds: readonly { readonly refundNo: string }[];
    readonly differences: readonly { readonly itemNo: string }[];
  }
  const follow = (number: string, as?: string) => w.post<Trail>('ledger/trail', { number }, as);

  test('from any of its numbers to all that is known of it', async () => {
    const orderNo = await sold();
    await w.post('goodsOrder/refund', {
      orderNo,
      amountFen: 100,
      reasonCode: '1',
      remark: '部分退款测试',
      revokeGoods: 0,
    });
    await run(`update sbx_pay_trade set amount_fen = 650 where trade_no = $1`, [orderNo]);
    await rerun(wechat);
    const { data: found } = await follow(orderNo);
    expect(found).toMatchObject({ order: { orderNo }, bill: [{ orderNo }], ledger: [{ kind: 'paid' }], refunds: [{}] });
    const { rows } = await run(`select channel_trade_no as no from ord_payment where trade_no = $1`, [orderNo]);
    for (const number of [String(rows[0]?.no), found.refunds[0]?.refundNo, found.differences[0]?.itemNo])
      expect((await follow(String(number))).data.order).toMatchObject({ orderNo });
    expect(await follow('GO20000101000000000000')).toMatchObject({ code: 1002 });
  });

  test('by those who see revenue, within what they see of it', async () => {
    const orderNo = await sold();
    const [sim, marketing] = [await signInAs(w.t, { roles: ['sim'] }), await signInAs(w.t, { roles: ['marketing'] })];
    expect(await follow(orderNo, sim.token)).toMatchObject({ code: 1003 });
    const { data } = await follow(orderNo, marketing.token);
    expect(JSON.stringify(data.ledger)).not.toContain('partner:');
  });
});
