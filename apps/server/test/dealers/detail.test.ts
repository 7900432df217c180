import type { DealerContract, DealerMonth } from '@wheelhouse/contract/calls/dealers';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, password } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** What the page of a dealer shows beside its fields: its months, and its contracts. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const dealer = entityNamed('dealer');

describe('performance', () => {
  const read = async (id: string) =>
    (await t.call<{ months: DealerMonth[] }>('POST', '/data/crm/dealer/performance', { id }, { as: 'admin' })).data
      .months;
  /** The first instant of a month in Asia/Shanghai, so many months ago. */
  const monthsAgo = (n: number): string =>
    `((date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '${n} months') at time zone 'Asia/Shanghai')`;

  async function orderOf(dealerId: string, set: string): Promise<void> {
    const id = await addSample(t, entityNamed('repairOrder'));
    await rows(`update cs_repair_order set dealer_id = $2, ${set} where id = $1`, id, dealerId);
  }

  test('has every one of the last twelve months, by the clock of Shanghai, and nothing of other dealers', async () => {
    const [one, other] = [await addSample(t, dealer), await addSample(t, dealer)];
    const empty = { orders: 0, finished: 0, repairHours: null, rating: null, ratingCount: 0, sold: 0 };
    const before = await read(one);
    expect(before).toHaveLength(12);
    expect(before.at(-1)).toEqual({ month: formatDay(new Date()).slice(0, 7), ...empty });
    expect(before.map(({ month }) => month)).toEqual(before.map(({ month }) => month).toSorted());

    const done = (n: number, hours: number, rating: number) =>
      `status = 5, dispatch_time = ${monthsAgo(n)}, accept_time = ${monthsAgo(n)},
       complete_time = ${monthsAgo(n)} + interval '${hours} hours', finish_time = ${monthsAgo(n)} + interval '${hours} hours',
       rating = ${rating}, rating_time = ${monthsAgo(n)} + interval '${hours} hours'`;
    await orderOf(one, done(2, 4, 5));
    await orderOf(one, done(2, 8, 4));
    await orderOf(other, done(2, 8, 1));
    // The last second of the month before belongs to it; what was cancelled came, and was not finished.
    await orderOf(
      one,
      `status = 6, dispatch_time = ${monthsAgo(2)} - interval '1 second', finish_time = ${monthsAgo(2)}`,
    );
    // Older than what is shown.
    await orderOf(one, done(12, 2, 1));
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    await rows(
      `update veh_vehicle set dealer_id = $2, activation_status = 1, activation_time = ${monthsAgo(0)} where id = $1`,
      vehicleId,
      one,
    );
    const after = await read(one);
    expect(after.at(-3)).toMatchObject({
      orders: 2,
      finished: 2,
      repairHours: 6,
      rating: 4.5,
      ratingCount: 2,
      sold: 0,
    });
    expect(after.at(-4)).toMatchObject({ ...empty, orders: 1 });
    expect(after.at(-1)).toMatchObject({ ...empty, sold: 1 });
    expect(after[0]).toMatchObject(empty);
  });
});

describe('contracts', () => {
  const read = async (id: string, as = 'admin') =>
    t.call<DealerContract[]>('POST', '/data/crm/dealer/contracts', { id }, { as });
  const periods = async (id: string) =>
    (await read(id)).data.map(({ contractStart, contractEnd }) => [contractStart, contractEnd]);

  test('are kept as they are entered: with the dealer, by an edit, by reopening; not when something else is changed', async () => {
    const id = await addSample(t, dealer);
    const [first, ...more] = await periods(id);
    expect(more).toEqual([]);
    interface Detail {
      readonly rev: number;
      readonly contractStart: string;
    }
    const detail = async () => (await t.call<Detail>('POST', '/data/crm/dealer/detail', { id }, { as: 'admin' })).data;
    const update = async (values: object) =>
      t.call('POST', '/data/crm/dealer/update', { id, rev: (await detail()).rev, ...values }, { as: 'admin' });
    expect((await update({ remark: '季度回访' })).code).toBe(0);
    expect(await periods(id)).toHaveLength(1);
    expect((await update({ contractEnd: '2098-12-31' })).code).toBe(0);
    const { contractStart } = await detail();
    expect(await periods(id)).toEqual([[contractStart, '2098-12-31'], first]);
    await rows('update dlr_dealer set status = 3 where id = $1', id);
    const reopened = await t.call(
      'POST',
      '/data/crm/dealer/transition',
      { id, action: 'reopen', reason: '重新签约合作', contractStart: '2026-01-01', contractEnd: '2099-12-31' },
      { as: 'admin' },
    );
    expect(reopened.code, JSON.stringify(reopened)).toBe(0);
    expect((await periods(id))[0]).toEqual(['2026-01-01', '2099-12-31']);
    const [newest] = (await read(id)).data;
    expect(newest?.operatorName).toBeTruthy();
    expect(newest?.time).toMatch(/^\d{4}-\d{2}-\d{2} /);
  });

  test('do not tell a dealer who of the platform entered them', async () => {
    const id = await addSample(t, dealer);
    await addUser(t, { username: 'contract.dealer', roles: ['dealer'], dealerId: id });
    const own = await read(id, await t.login('contract.dealer', password));
    expect(own.code, JSON.stringify(own)).toBe(0);
    expect(own.data.map(({ operatorName }) => operatorName)).toEqual(['平台']);
  });
});
