import { formatDay } from '@wheelhouse/contract/time';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { addDays } from '@wheelhouse/entities/statistics/period';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../src/seed/access/accounts.ts';
import { seed } from '../../src/seed/index.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { everyNumber, listed } from './walk.ts';

// Every number of every statistic is asked of the list that it leads to. `WALK=all` walks by days instead of weeks.

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

const today = formatDay(new Date());
const all = Object.values(statistics);
const ofDealers = ['fault', 'alarm', 'repair', 'activation', 'vehicle', 'battery', 'serviceMaintenance'];
const walks = [
  ...all.map((statistic) => ({ name: statistic.name, as: 'admin', statistic })),
  ...all
    .filter(({ name }) => ofDealers.includes(name))
    .map((statistic) => ({ name: statistic.name, as: 'dealer.pudong', statistic })),
];

test.each(walks)(
  'every number of $name that $as sees is what its list says',
  async ({ as, statistic }) => {
    const granularity = process.env['WALK'] === 'all' ? 'day' : 'week';
    const asked = { days: { from: addDays(today, -59), to: today }, granularity } as const;
    const numbers = await everyNumber(server, statistic, asked, tokens[as] ?? '');
    expect(server.errors).toEqual([]);
    expect(numbers.length).toBeGreaterThan(10);
    const seen = new Map<string, number>();
    const wrong: string[] = [];
    walked.numbers += numbers.length;
    for (const led of numbers) {
      const said = await listed(server, statistic, led, tokens[as] ?? '', seen);
      if (said === undefined) continue;
      walked.listed++;
      if (said !== led.number) wrong.push(`${led.where}: ${led.number}, listed ${said}`);
    }
    expect(wrong).toEqual([]);
  },
  300_000,
);
