import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { calls } from '../../src/modules/index.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const ofOwners = calls.filter(({ proof }) => proof?.scheme === 'app');

describe('every call of the app', () => {
  test.each(ofOwners.filter(({ method }) => method === 'POST').map((call) => [call.path, call.limit] as const))(
    '%s says how often an owner may make it',
    (_, limit) => {
      expect(limit?.most).toBeGreaterThan(0);
      // What an owner does by hand, or the app by itself: never as fast as a program could.
      const perHour = (limit?.most ?? Infinity) * { minute: 60, hour: 1, day: 1 / 24 }[limit?.within ?? 'minute'];
      expect(perHour).toBeLessThanOrEqual(120 * 60);
      expect(limit?.ofVehicle ?? 0).toBeLessThanOrEqual(limit?.most ?? 0);
    },
  );

  test('that reads needs none: it is paced', () => {
    expect(ofOwners.filter(({ method, limit }) => method === 'GET' && limit !== undefined)).toEqual([]);
  });
});

describe('owners', () => {
  let t: TestApp;
  beforeAll(async () => {
    // As many connections as a server has at least.
    t = await createTestApp({ env: { DATABASE_POOL: '10' } });
  });
  afterAll(() => t.stop());
  const signedIn = async () => issueAppToken(t.app, await addAppUser(t));
  const setting = (as: string) =>
    t.call('POST', '/app/v1/message/setting', { kind: 'activity', push: 1, sms: 1 }, { as });

  test('are refused beyond the limit of a call, each by themselves', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const codes = new Set<number>();
    for (let n = 0; n < 60; n++) codes.add((await setting(one)).code);
    expect([...codes]).toEqual([0]);
    expect((await setting(one)).code).toBe(1104);
    expect((await setting(two)).code).toBe(0);
  });

  test('wait for their own calls, as users do', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const holder = await t.app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table msg_inbox in access exclusive mode');
      const count = (as: string) => t.call('GET', '/app/v1/message/unreadCount', {}, { as });
      const asked = Array.from({ length: 80 }, () => count(one));
      // Some run and some wait; too many are refused.
      expect((await Promise.race(asked)).code).toBe(1019);
      // Others are not in their way.
      expect((await t.call('GET', '/app/v1/user/me', {}, { as: two })).code).toBe(0);
      await holder.query('rollback');
      const codes = (await Promise.all(asked)).map(({ code }) => code);
      expect(new Set(codes)).toEqual(new Set([0, 1019]));
    } finally {
      holder.release();
    }
  });
});
