import type { LedgerBalance, LedgerQuery, LedgerTransaction } from '@wheelhouse/contract/calls/orders/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { paid, post, refunded, type Sale, settled } from '../../src/modules/orders/ledger/service.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

const partner = '星河工作室';
const saleOf = (n: number): Sale => ({
  orderNo: `GO2025112010153000012${n}`,
  occurTime: new Date(`2025-11-2${n}T02:15:58Z`),
  billRef: `420000${n}`,
  goods: 'theme',
  channel: 1,
  payFen: 500,
  discountFen: 100,
  feeFen: 3,
  share: { partner, shareFen: 199 },
});

let t: TestApp;
const as: Record<'finance' | 'marketing' | 'sim', string> = { finance: '', marketing: '', sim: '' };
beforeAll(async () => {
  t = await createTestApp();
  for (const role of ['finance', 'marketing', 'sim'] as const) as[role] = (await signInAs(t, { roles: [role] })).token;
  const refund = {
    ...saleOf(0),
    occurTime: new Date('2025-12-01T03:00:00Z'),
    refundNo: 'RF20251201110000000001',
    isOffline: false,
  };
  const statement = {
    settlementNo: 'ST202511001',
    partner,
    shareFen: 398,
    adjustmentFen: -20,
    occurTime: new Date('2025-12-03T02:00:00Z'),
  };
  await withTransaction(t.app.db, async (tx) => {
    for (const posting of [paid(saleOf(0)), paid(saleOf(1)), paid(saleOf(2)), refunded(refund), settled(statement)])
      await post(tx, posting);
  });
});
afterAll(() => t.stop());

interface List {
  readonly list: readonly LedgerTransaction[];
  readonly total: number;
}
const list = (query: LedgerQuery, who = as.finance, page = {}) =>
  t.call<List>('POST', '/order/crm/ledger/list', { ...page, query }, { as: who });
const balances = async (day?: string, who = as.finance) => {
  const { data } = await t.call<{ list: readonly LedgerBalance[] }>(
    'POST',
    '/order/crm/ledger/balances',
    { day },
    { as: who },
  );
  return Object.fromEntries(data.list.map(({ account, balanceFen }) => [account, balanceFen]));
};
const november = { 'occurTime.ge': '2025-11-01', 'occurTime.le': '2025-11-30' };

describe('transactions', () => {
  test('of an order tell all that happened to its money, the newest first', async () => {
    const { data } = await list({ orderNo: saleOf(0).orderNo });
    expect(data).toMatchObject({
      total: 2,
      list: [
        { kind: 'refunded', refundNo: 'RF20251201110000000001', occurTime: '2025-12-01 11:00:00' },
        {
          kind: 'paid',
          key: `paid:${saleOf(0).orderNo}`,
          occurTime: '2025-11-20 10:15:58',
          billRef: '4200000',
          hidden: 0,
        },
      ],
    });
    expect(data.list[1]?.lines).toEqual([
      { account: 'channel:1', amountFen: 500 },
      { account: 'discount:coupon', amountFen: 100 },
      { account: 'revenue:theme', amountFen: -600 },
      { account: 'fee:1', amountFen: 3 },
      { account: 'channel:1', amountFen: -3 },
      { account: `share:${partner}`, amountFen: 199 },
      { account: `partner:${partner}`, amountFen: -199 },
    ]);
  });

  test('are found by refund, statement, line of a bill, days and account', async () => {
    const kinds = async (query: LedgerQuery) => (await list(query)).data.list.map(({ kind }) => kind);
    expect(await kinds({ refundNo: 'RF20251201110000000001' })).toEqual(['refunded']);
    expect(await kinds({ settlementNo: 'ST202511001' })).toEqual(['settled']);
    expect(await kinds({ billRef: '4200001' })).toEqual(['paid']);
    expect(await kinds({ 'occurTime.ge': '2025-11-21', 'occurTime.le': '2025-12-01' })).toEqual([
      'refunded',
      'paid',
      'paid',
    ]);
    const december = { 'occurTime.ge': '2025-12-01', 'occurTime.le': '2025-12-31' };
    expect(await kinds({ ...december, account: `payable:${partner}` })).toEqual(['settled']);
    expect(await kinds({ orderNo: saleOf(0).orderNo, ...november })).toEqual(['paid']);
    expect(await kinds({ orderNo: 'GO0' })).toEqual([]);
  });

  test('come in pages', async () => {
    const { data } = await list(november, as.finance, { page: 2, pageSize: 2 });
    expect(data).toMatchObject({ total: 3, list: [{ orderNo: saleOf(0).orderNo }] });
  });

  test.each([
    [{}, 1001],
    [{ account: 'channel:1' }, 1001],
    [{ 'occurTime.ge': '2025-11-01' }, 1001],
    [{ 'occurTime.ge': '2025-11-30', 'occurTime.le': '2025-11-01' }, 8003],
    [{ 'occurTime.ge': '2025-01-01', 'occurTime.le': '2025-12-31' }, 1012],
    [{ orderNo: 'GO1', partner }, 1001],
  ] as const)('are not answered for %o', async (query, code) => {
    expect(await list(query)).toMatchObject({ code });
  });
});

describe('balances', () => {
  test('are of the end of a day, or of now', async () => {
    expect(await balances('2025-11-19')).toEqual({});
    expect(await balances('2025-11-20')).toMatchObject({ 'channel:1': 497, [`partner:${partner}`]: -199 });
    expect(await balances('2025-11-30')).toMatchObject({ 'channel:1': 1491, 'revenue:theme': -1800 });
    expect(await balances()).toMatchObject({
      'channel:1': 994,
      'fee:1': 6,
      [`partner:${partner}`]: 0,
      [`payable:${partner}`]: -378,
    });
    expect(await t.call('POST', '/order/crm/ledger/balances', { day: '2025-02-30' }, { as: as.finance })).toMatchObject(
      { code: 1001 },
    );
  });
});

describe('what partners earn', () => {
  test('is shown to those who settle alone', async () => {
    const [shown] = (await list({ orderNo: saleOf(1).orderNo }, as.marketing)).data.list;
    expect(shown).toMatchObject({ hidden: 2 });
    expect(JSON.stringify(shown)).not.toContain(partner);
    expect(Object.keys(await balances(undefined, as.marketing))).toEqual([
      'channel:1',
      'discount:coupon',
      'fee:1',
      'revenue:theme',
    ]);
    expect(await list({ ...november, account: `partner:${partner}` }, as.marketing)).toMatchObject({ code: 1003 });
  });

  test('and the rest of the ledger is for those who see revenue', async () => {
    expect(await list(november, as.sim)).toMatchObject({ code: 1003 });
    expect(await list(november, '')).toMatchObject({ status: 401 });
  });
});
