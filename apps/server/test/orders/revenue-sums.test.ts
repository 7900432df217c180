import type { RevenueSummary } from '@wheelhouse/contract/calls/orders/revenue';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldSums } from '../../src/modules/orders/summary.ts';
import { monthsAgo, revenueWorld, type RevenueWorld } from './revenue-kit.ts';

const partner = '星河工作室';
let w: RevenueWorld;
beforeAll(async () => {
  w = await revenueWorld();
});
afterAll(() => w.stop());

/** All entries meet it, and no sums are kept by it. */
const all = { 'id.ne': '999999999' };

/** The metrics of a time, what they are by day, and by theme. */
async function told(from: string, to: string, more: object = {}) {
  const query = { 'occurTime.ge': from, 'occurTime.le': to, ...more };
  const { data } = await w.post<RevenueSummary>('themeRevenue/summary', { query });
  const { data: trend } = await w.post('themeRevenue/trend', { query, granularity: 'day' });
  const { data: rank } = await w.post('themeRevenue/rank', { query });
  return { data, trend, rank };
}

test('metrics are the same from sums and from entries, whatever part of a day or month is asked about', async () => {
  const theme = await w.theme(partner);
  const [two, one] = [monthsAgo(2), monthsAgo(1)];
  const [often, once] = [await w.buyer(), await w.buyer()];
  const sold: string[] = [];
  for (const [by, time] of [
    [often, `${two}-01 00:00:00`],
    [once, `${two}-01 23:59:59`],
    [await w.buyer(), `${two}-02 12:00:00`],
    [await w.buyer(), `${two}-28 23:59:59`],
    [await w.buyer(), `${one}-01 00:00:00`],
    [await w.buyer(), `${one}-15 08:30:00`],
  ] as const)
    sold.push(await w.sell(theme, time, { by }));
  // Somebody has bought in both months.
  const other = await w.theme(partner, 700);
  await w.sell(other, `${one}-15 08:30:01`, { by: often, channel: codes.PayChannel.alipay });
  await w.giveBack(sold[1] ?? '', 200, `${one}-01 10:00:00`);
  const agree = async (): Promise<void> => {
    for (const [from, to] of [
      [`${two}-01 00:00:00`, `${one}-28 23:59:59`],
      [`${two}-01 00:00:01`, `${one}-15 08:30:00`],
      [`${two}-01 12:00:00`, `${two}-01 23:59:59`],
      [`${two}-02 00:00:00`, `${two}-28 23:59:58`],
      [`${two}-15 00:00:00`, `${one}-15 08:30:01`],
      [`${one}-15 08:30:00`, `${one}-15 08:30:00`],
    ] as const)
      for (const more of [{}, { payChannel: codes.PayChannel.alipay }, { type: codes.RevenueType.sale }])
        expect(await told(from, to, more), `${from} ${to} ${JSON.stringify(more)}`).toEqual(
          await told(from, to, { ...more, ...all }),
        );
  };
  await agree();
  await Promise.all([foldSums(w.t.app), foldSums(w.t.app)]);
  await agree();
  const { data } = await told(`${two}-01 00:00:00`, `${one}-28 23:59:59`);
  expect(data).toMatchObject({ orders: 7, grossFen: 3_700, refundFen: 200, payers: 6 });
});
