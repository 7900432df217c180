import { formatDay } from '@wheelhouse/contract/time';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { addDays } from '@wheelhouse/entities/statistics/period';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import type { Asked } from '@wheelhouse/entities/statistics/drill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../src/seed/access/accounts.ts';
import { seed } from '../../src/seed/index.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { everyNumber, listed, type Seen } from './walk.ts';

// Every number of every statistic, by the days and weeks of a quarter, is asked of the list that it leads to.

let server: TestApp;
const tokens: Record<string, string> = {};
const walked = { numbers: 0, listed: 0 };
beforeAll(async () => {
  server = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '0' } });
  await seed(server.app);
  tokens['admin'] = await server.login('admin', adminPassword);
  tokens['dealer.pudong'] = await server.login('dealer.pudong', demoPassword);
}, 120_000);
afterAll(async () => {
  console.log(`numbers told: ${walked.numbers}, compared with their lists: ${walked.listed}`);
  await server.stop();
});

/** Lists that are asked at a time: as many as a user has calls. */
const atOnce = 6;
const today = formatDay(new Date());
const quarter: Asked = { days: { from: addDays(today, -89), to: today }, granularity: 'day' };
const all = Object.values(statistics);
const ofDealers = ['fault', 'alarm', 'repair', 'activation', 'vehicle', 'battery', 'serviceMaintenance'];
const walks = [
  ...all.map((statistic) => ({ name: statistic.name, as: 'admin', statistic })),
  ...all
    .filter(({ name }) => ofDealers.includes(name))
    .map((statistic) => ({ name: statistic.name, as: 'dealer.pudong', statistic })),
];

async function walk(statistic: Statistic, asked: Asked, as: string): Promise<void> {
  const numbers = await everyNumber(server, statistic, asked, tokens[as] ?? '');
  expect(server.errors).toEqual([]);
  const seen: Seen = new Map();
  const wrong: string[] = [];
  walked.numbers += numbers.length;
  const waiting = numbers.values();
  const one = async (): Promise<void> => {
    for (const led of waiting) {
      const said = await listed(server, statistic, led, tokens[as] ?? '', seen);
      if (said === undefined) continue;
      walked.listed++;
      if (said !== led.number) wrong.push(`${led.where}: ${led.number}, listed ${said}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  expect(wrong).toEqual([]);
}

test.each(walks)(
  'every number of $name that $as sees is what its list says',
  async ({ as, statistic }) => {
    for (const granularity of ['day', 'week'] as const) await walk(statistic, { ...quarter, granularity }, as);
    expect(walked.numbers).toBeGreaterThan(10);
  },
  300_000,
);

test.each(all)(
  'every number of $name is what its list says under each filter',
  async (statistic) => {
    const { rows } = await server.app.pool.query<Record<string, string>>(
      `select t.vehicle_type_id::text as "vehicleTypeId", y.series_id::text as "seriesId", t.dealer_id::text as "dealerId", d.city_id as "cityId"
       from veh_vehicle t join veh_type y on y.id = t.vehicle_type_id join dlr_dealer d on d.id = t.dealer_id group by 1, 2, 3, 4 order by count(*) desc limit 1`,
    );
    const told = Object.entries(rows[0] ?? {}).filter(([name]) => statistic.filters[name] !== undefined);
    for (const [name, value] of told)
      await walk(statistic, { ...quarter, filters: { [`${name}.eq`]: value } }, 'admin');
    expect(rows).toHaveLength(1);
  },
  300_000,
);
