import { afterAll, beforeAll, expect, test } from 'vitest';
import { Share } from '../../src/work/share.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { calls, createSessions } from './fixture.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ platform: { calls, createSessions } });
});
afterAll(() => server.stop());

const vehicles = Array.from({ length: 100 }, (_, n) => n + 1);
/** How many of these processes follow each vehicle. */
const followersOf = (shares: readonly Share[]): Set<number> =>
  new Set(vehicles.map((id) => shares.filter((share) => share.holds(id)).length));

test('processes divide the vehicles, and take over from those that stop or lose their connection', async () => {
  const asked = [0, 0, 0];
  const begin = (n: number): Share => new Share(server.app, 'trips', () => void (asked[n] = (asked[n] ?? 0) + 1));
  const first = begin(0);
  expect(first.holds(1), 'before it is known who follows').toBe(false);
  expect(first.where('id')).toBe('false');
  await expect.poll(() => followersOf([first])).toEqual(new Set([1]));
  const [second, third] = [begin(1), begin(2)];
  // Others follow other things.
  const other = new Share(server.app, 'alarms', () => undefined);
  for (const share of [first, second, third])
    await expect.poll(() => vehicles.filter((id) => share.holds(id)).length).toBeOneOf([33, 34]);
  expect(followersOf([first, second, third])).toEqual(new Set([1]));
  await expect.poll(() => followersOf([other])).toEqual(new Set([1]));

  const before = [...asked];
  await third.stop();
  await expect.poll(() => followersOf([first, second])).toEqual(new Set([1]));
  expect(asked[0], 'looks at all that it has now').toBeGreaterThan(before[0] ?? 0);

  await server.app.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1 and granted`,
    [0x73_68_61_72],
  );
  await expect.poll(() => followersOf([first, second])).toEqual(new Set([1]));
  const { rows } = await server.app.pool.query<{ n: number }>(
    `select count(*)::int as n from generate_series(1, 100) as v (id) where ${first.where('id')} or ${second.where('id')}`,
  );
  expect(rows[0]?.n).toBe(vehicles.length);
  await Promise.all([first, second, other].map((share) => share.stop()));
});
