import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RevenuePoint, RevenueRank, RevenueSummary } from '@wheelhouse/contract/calls/orders/revenue';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationsDir } from '../../src/db/migrate.ts';
import { addRole } from '../access/fixture.ts';
import { monthsAgo, revenueWorld, type RevenueWorld } from './revenue-kit.ts';
import { readBytes } from '../support/sheets.ts';
import { signInAs } from '../support/people.ts';

/** Revenue of themes, from orders that are paid and paid back at set times. */
let w: RevenueWorld;
beforeAll(async () => {
  w = await revenueWorld();
});
afterAll(() => w.stop());

const month = monthsAgo(2);
const next = monthsAgo(1);
const { sale, refund } = codes.RevenueType;
const { alipay, apple, eCny } = codes.PayChannel;
const whole = (partnerName: string, of = month) => ({
  partnerName,
  'occurTime.ge': `${of}-01`,
  'occurTime.le': `${of}-28`,
});
const ask = async (query: object, as?: string) =>
  (await w.post<RevenueSummary>('themeRevenue/summary', { query }, as)).data;

describe('an entry', () => {
  test('of the worked share is +500, −3, −199, and of a later full refund the mirror', async () => {
    const partnerName = '范例工作室';
    const orderNo = await w.sell(await w.theme(partnerName), `${month}-05 10:15:58`);
    expect(await w.entries({ orderNo })).toMatchObject([
      {
        type: sale,
        payFen: 500,
        channelFeeFen: -3,
        settlementRate: 40,
        partnerShareFen: -199,
        ownFen: 298,
        refundNo: null,
      },
    ]);
    const refundNo = await w.giveBack(orderNo, 500, `${next}-02 09:00:00`);
    expect(await w.entries({ orderNo })).toMatchObject([
      { type: sale },
      {
        type: refund,
        refundNo,
        payFen: -500,
        channelFeeFen: 3,
        settlementRate: 40,
        partnerShareFen: 199,
        ownFen: -298,
      },
    ]);
    const nothing = { netFen: 0, channelFeeFen: 0, partnerShareFen: 0, ownRevenueFen: 0 };
    const both = { partnerName, 'payTime.ge': `${month}-01`, 'payTime.le': `${next}-28` };
    expect(await ask(both)).toMatchObject({ orders: 1, grossFen: 500, refundFen: 500, ...nothing });
  });

  test('of parts paid back leaves nothing behind, and keeps the rate of the time of payment', async () => {
    const goodsId = await w.theme('分次退款社', 999);
    const orderNo = await w.sell(goodsId, `${month}-06 12:00:00`, { channel: alipay });
    await w.t.app.pool.query('update cnt_app_theme set settlement_rate = 80 where id = $1', [goodsId]);
    for (const [fen, day] of [
      [333, '07'],
      [1, '08'],
      [665, '09'],
    ] as const)
      await w.giveBack(orderNo, fen, `${month}-${day} 12:00:00`);
    const found = await w.entries({ orderNo });
    expect(found.map(({ payFen }) => payFen)).toEqual([999, -333, -1, -665]);
    expect(found.every(({ settlementRate }) => settlementRate === 40)).toBe(true);
    for (const name of ['payFen', 'channelFeeFen', 'partnerShareFen', 'ownFen'] as const)
      expect(found.reduce((sum, row) => sum + Number(row[name]), 0)).toBe(0);
  });

  test('is none of money that came after the order was closed, or in another amount', async () => {
    const by = await w.buyer();
    const { data } = await w.order(by, { goodsId: await w.theme('无收益社') });
    await w.control({ tradeNo: data.orderNo, act: 'pay', tell: { amountFen: 499 } });
    expect(await w.entries({ orderNo: data.orderNo })).toEqual([]);
  });

  test('is never changed or deleted, by the database', async () => {
    const orderNo = await w.sell(await w.theme('不可改社'), `${month}-05 10:00:00`);
    for (const text of ['update ord_theme_revenue set pay_fen = 1', 'delete from ord_theme_revenue'])
      await expect(w.t.app.pool.query(`${text} where order_no = $1`, [orderNo])).rejects.toMatchObject({
        code: '42501',
      });
  });
});

describe('metrics', () => {
  const partnerName = '指标工作室';
  let [one, two, none] = ['', '', ''];
  beforeAll(async () => {
    [one, two, none] = [await w.theme(partnerName, 1_000), await w.theme(partnerName, 2_000), await w.theme(null, 300)];
    const by = await w.buyer();
    // The first and the last second of a month, and their neighbours.
    await w.sell(one, `${month}-01 00:00:00`, { by });
    await w.sell(two, `${month}-28 23:59:59`, { by, channel: apple });
    await w.sell(one, `${month}-15 12:00:00`, { channel: eCny });
    const late = await w.sell(one, `${month}-20 12:00:00`);
    const before = await w.sell(one, `${monthsAgo(3)}-28 23:59:59`);
    await w.sell(none, `${month}-15 12:00:00`);
    await w.giveBack(before, 1_000, `${month}-10 08:00:00`);
    await w.giveBack(late, 400, `${next}-01 00:00:00`);
  });

  test('are those of §5: sold by payTime, paid back by the time that it arrived', async () => {
    const sums = await ask(whole(partnerName));
    // Fees 6, 600 (Apple, 30 %), 0 and 6, of which 6 of the month before came back. Shares: 398, 560, 400, 398, less 398.
    expect(sums).toMatchObject({
      orders: 4,
      grossFen: 5_000,
      refundFen: 1_000,
      netFen: 4_000,
      channelFeeFen: 606,
      partnerShareFen: 1_358,
      ownRevenueFen: 2_036,
      payers: 3,
      arppuFen: 1_333,
      from: `${month}-01 00:00:00`,
      to: `${month}-28 23:59:59`,
    });
    expect(sums.previous).toMatchObject({ orders: 1, grossFen: 1_000, from: `${monthsAgo(3)}-01 00:00:00` });
    // What is left of 600 − 4 is shared: 238 of the 398 before.
    expect(await ask(whole(partnerName, next))).toMatchObject({
      orders: 0,
      refundFen: 400,
      channelFeeFen: -2,
      partnerShareFen: -160,
      payers: 0,
      arppuFen: null,
    });
    const narrow = {
      ...whole(partnerName),
      'occurTime.ge': `${month}-01 00:00:01`,
      'occurTime.le': `${month}-28 23:59:58`,
    };
    expect(await ask(narrow)).toMatchObject({ orders: 2 });
  });

  test('follow every filter', async () => {
    const base = whole(partnerName);
    expect(await ask({ ...base, themeId: two })).toMatchObject({ orders: 1, grossFen: 2_000 });
    expect(await ask({ ...base, payChannel: eCny })).toMatchObject({ orders: 1, channelFeeFen: 0 });
    expect(await ask({ ...base, clientOs: codes.ClientOs.ios })).toMatchObject({ orders: 0 });
    expect(await ask({ ...base, saleMode: codes.ThemeSaleMode.free })).toMatchObject({ orders: 0 });
    expect(await ask({ ...base, saleMode: codes.ThemeSaleMode.paid })).toMatchObject({ orders: 4 });
    expect(await w.post('themeRevenue/summary', { query: { nonsense: 1 } })).toMatchObject({ code: 1001 });
    const year = { 'occurTime.ge': '2024-01-01', 'occurTime.le': '2025-06-01' };
    for (const call of ['summary', 'list', 'export', 'rank'])
      expect(await w.post(`themeRevenue/${call}`, { query: year })).toMatchObject({ code: 1012 });
  });

  test('by day are each day, with 0 where nothing happened, and by month', async () => {
    const trend = async (granularity: string) =>
      (await w.post<{ list: RevenuePoint[] }>('themeRevenue/trend', { query: whole(partnerName), granularity })).data
        .list;
    const days = await trend('day');
    expect(days.map(({ period }) => period)).toEqual(
      Array.from({ length: 28 }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`),
    );
    expect(days.filter(({ orders }) => orders > 0).map(({ period }) => period.slice(8))).toEqual([
      '01',
      '15',
      '20',
      '28',
    ]);
    expect(days[9]).toMatchObject({ orders: 0, refundFen: 1_000, netFen: -1_000 });
    expect(await trend('month')).toMatchObject([
      { period: `${month}-01`, orders: 4, grossFen: 5_000, ownRevenueFen: 2_036 },
    ]);
    const weeks = await trend('week');
    expect(weeks.reduce((sum, { netFen }) => sum + netFen, 0)).toBe(4_000);
    expect(weeks.every(({ period }) => new Date(`${period}T00:00:00Z`).getUTCDay() === 1)).toBe(true);
  });

  test('by theme are in the order of what is left', async () => {
    const { data } = await w.post<{ list: RevenueRank[]; total: number }>('themeRevenue/rank', {
      query: whole(partnerName),
      topN: 1,
    });
    expect(data).toMatchObject({ total: 2, list: [{ partnerName, orders: 3, netFen: 2_000 }] });
  });

  test('are of this month where nothing is said', async () => {
    const { from } = await ask({ partnerName });
    expect(from).toBe(`${monthsAgo(0)}-01 00:00:00`);
  });
});

test('what partners get is for those who settle: in answers, sums, columns, filters and orders', async () => {
  const { token } = await signInAs(w.t, { roles: ['marketing'] });
  await w.sell(await w.theme('保密工作室'), `${month}-05 10:00:00`);
  const base = whole('保密工作室');
  const [entry] = await w.entries(base, token);
  expect(entry).toMatchObject({ payFen: 500, channelFeeFen: -3 });
  for (const name of ['settlementRate', 'partnerShareFen', 'ownFen']) expect(entry).not.toHaveProperty(name);
  expect(await ask(base, token)).toMatchObject({
    netFen: 500,
    partnerShareFen: null,
    ownRevenueFen: null,
    previous: { ownRevenueFen: null },
  });
  expect(await w.post('themeRevenue/list', { query: base, orderBy: 'partnerShareFen desc' }, token)).toMatchObject({
    code: 1001,
  });
  expect(await w.post('themeRevenue/export', { query: base }, token)).toMatchObject({ code: 1003 });
  expect(await w.post('settlement/list', { query: {} }, token)).toMatchObject({ code: 1003 });
  await addRole(w.t, 'exports', ['orderManage', 'revenueManage', 'revenueManage.query', 'revenueManage.export']);
  const { token: exporter } = await signInAs(w.t, { roles: ['exports'] });
  for (const [as, shown] of [
    [exporter, 0],
    ['admin', 3],
  ] as const) {
    const { data } = await w.post<{ fileName: string }>('themeRevenue/export', { query: base }, as);
    const { rows } = await readBytes(await w.file(data.fileName, as));
    expect(rows[0]?.cells.filter((name) => /^(分成比例|合作方分成|平台收益)/.test(String(name)))).toHaveLength(shown);
  }
  expect(await w.post('themeRevenue/export', { query: base, columns: ['ownFen'] }, exporter)).toMatchObject({
    code: 1001,
  });
});

test('entries and ledger never disagree', async () => {
  const partnerName = '账实相符社';
  const goodsId = await w.theme(partnerName, 4_900);
  const orders: string[] = [];
  for (const channel of [undefined, alipay, apple, eCny])
    orders.push(await w.sell(goodsId, `${month}-11 11:11:11`, channel === undefined ? {} : { channel }));
  await w.giveBack(orders[0] ?? '', 4_900, `${next}-01 00:00:00`);
  await w.giveBack(orders[1] ?? '', 777, `${next}-01 00:00:00`);
  const sum = (column: string, where = 'true') =>
    w.number(`select sum(${column}) from ord_theme_revenue where ${where}`);
  expect(await w.balance(`partner:${partnerName}`)).toBe(
    await sum('partner_share_fen', `partner_name = '${partnerName}'`),
  );
  expect(await w.balance('revenue:theme')).toBe(-(await sum('pay_fen')));
});

test('orders and refunds of before have the same entries after the migration', async () => {
  const text = readFileSync(join(migrationsDir, '0148_revenue.sql'), 'utf8');
  const columns = `type, order_no, refund_no, theme_id, theme_no, theme_name, theme_type, sale_mode, partner_name, user_id, pay_channel, client_os, pay_fen,
    channel_fee_fen, settlement_rate, partner_share_fen, own_fen, occur_time`;
  const kept = `select ${columns} from ord_theme_revenue order by order_no, refund_no nulls first`;
  const client = await w.t.app.pool.connect();
  try {
    await client.query('begin');
    const { rows: before } = await client.query(kept);
    expect(before.length).toBeGreaterThan(10);
    await client.query(`drop table ord_theme_revenue, ord_settlement cascade; drop sequence seq_ord_theme_revenue, seq_ord_settlement;
      drop function settlement_is_fixed, theme_revenue_fixed, settlement_fixed`);
    await client.query(text);
    expect((await client.query(kept)).rows).toEqual(before);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
