import { formatDay } from '@wheelhouse/contract/time';
import { statistics } from '@wheelhouse/entities/statistics/index';
import { addDays } from '@wheelhouse/entities/statistics/period';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../src/seed/index.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { everyNumber, listed } from './walk.ts';

let server: TestApp;
let admin: string;
beforeAll(async () => {
  server = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '0' } });
  await seed(server.app);
  admin = await server.login('admin', adminPassword);
}, 120_000);
afterAll(() => server.stop());

const today = formatDay(new Date());

test.each(Object.values(statistics))(
  'every number of $name is what its list says',
  async (statistic) => {
    const asked = { days: { from: addDays(today, -59), to: today }, granularity: 'week' } as const;
    const numbers = await everyNumber(server, statistic, asked, admin);
    expect(server.errors).toEqual([]);
    expect(numbers.length).toBeGreaterThan(10);
    const seen = new Map<string, number>();
    const wrong: string[] = [];
    let walked = 0;
    for (const led of numbers) {
      const said = await listed(server, statistic, led, admin, seen);
      if (said === undefined) continue;
      walked++;
      if (said !== led.number) wrong.push(`${led.where}: ${led.number}, listed ${said}`);
    }
    expect(wrong).toEqual([]);
    console.log(statistic.name, numbers.length, walked);
  },
  300_000,
);
