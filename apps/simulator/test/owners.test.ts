import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { afterEach, expect, test } from 'vitest';
import { localHour } from '../src/habits.ts';
import { nextOpening } from '../src/owners/openings.ts';
import { Random } from '../src/random.ts';
import { ownerOf, owners, startApp, type Answers } from './app-server.ts';
import { midnight } from './fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const morning = midnight + 10 * hour;
const { replied, inProgress, unhandled, closed } = machines['SM-Feedback'].states;
const repair = machines['SM-Repair'].states;

let stop: (() => Promise<void>) | undefined;
async function start(answers?: Answers) {
  const app = await startApp(answers);
  stop = () => app.stop();
  return app;
}
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** Of a platform on which there is something to read. */
const lively: Answers = {
  'GET /app/v1/message/unreadCount': () => ({ data: { activity: 1, system: 0, service: 2, alarm: 0 } }),
  'GET /app/v1/message/list': () => ({
    data: {
      list: [
        { id: '11', read: 1 },
        { id: '12', read: 0 },
        { id: '13', read: 0 },
      ],
      total: 3,
      page: 1,
      pageSize: 10,
    },
  }),
  'GET /app/v1/ad/list': () => ({
    data: [
      { id: '21', frequency: 1, jumpType: 1 },
      { id: '22', frequency: 2, jumpType: 0 },
      { id: '23', frequency: 3, jumpType: 0 },
    ],
  }),
  'GET /app/v1/guide/functions': () => ({ data: [{ id: '31', videoId: '41' }] }),
  'GET /app/v1/article/list': () => ({ data: [{ id: '51', liked: 0, commented: 0 }] }),
  'GET /app/v1/article/detail': () => ({ data: { id: '51', allowComment: 1, allowShare: 1 } }),
  'GET /app/v1/guide/videos': () => ({ data: [{ id: '41' }, { id: '42' }] }),
  'GET /p/P7K2M9QX': () => ({ status: 302 }),
};

test('owners open the app by chance, by day more than by night', () => {
  const openings = new Map<number, number>();
  for (let n = 0; n < 300; n++) {
    const random = new Random(n * 7919);
    for (let at = nextOpening(midnight, random); at < midnight + day; at = nextOpening(at, random)) {
      const of = Math.floor(localHour(at));
      openings.set(of, (openings.get(of) ?? 0) + 1);
    }
  }
  const perOwner = [...openings.values()].reduce((sum, n) => sum + n, 0) / 300;
  expect(perOwner).toBeGreaterThan(7.5);
  expect(perOwner).toBeLessThan(10);
  const mean = (from: number, to: number): number => {
    const hours = Array.from({ length: to - from }, (_, n) => openings.get(from + n) ?? 0);
    return hours.reduce((sum, n) => sum + n, 0) / hours.length;
  };
  expect(mean(8, 21)).toBeGreaterThan(3 * mean(1, 5));
});

test('200 owners do a handful of things a minute', async () => {
  const app = await start(lively);
  const crowd = app.crowdOf(owners(200), morning, ['P7K2M9QX']);
  await app.live(crowd, morning + hour);
  expect(app.asked.length / 60).toBeGreaterThan(2);
  expect(app.asked.length / 60).toBeLessThan(20);
  expect(app.faults).toEqual([]);
}, 60_000);

test('each thing has its chance, and the frequency of an advertisement is kept', async () => {
  const app = await start(lively);
  const crowd = app.crowdOf(owners(30), midnight, ['P7K2M9QX']);
  await app.live(crowd, midnight + 4 * day);
  const { openings } = crowd;
  const share = (key: string): number => app.count(key) / openings;
  expect(openings).toBeGreaterThan(700);
  expect(share('GET /app/v1/guide/functions')).toBeGreaterThan(0.03);
  expect(share('GET /app/v1/guide/functions')).toBeLessThan(0.1);
  expect(share('GET /p/P7K2M9QX')).toBeGreaterThan(0.008);
  expect(share('GET /p/P7K2M9QX')).toBeLessThan(0.09);
  expect(app.count('POST /app/v1/guide/videoPlay')).toBeGreaterThan(0);
  expect(app.count('POST /app/v1/article/event')).toBeGreaterThan(0);
  expect(app.count('POST /app/v1/article/comment')).toBeGreaterThan(0);
  expect(app.count('POST /app/v1/feedback/submit')).toBeGreaterThan(2);
  expect(share('POST /app/v1/feedback/submit')).toBeLessThan(0.03);
  // Once a day at most, and some days nobody of them looks.
  expect(app.count('POST /app/v1/push/register')).toBeLessThanOrEqual(30 * 4);
  expect(app.count('POST /app/v1/message/read')).toBeGreaterThan(0);
  const shown = app.asked.filter(({ key, input }) => key === 'POST /app/v1/ad/event' && input['event'] === 'show');
  const of = (id: string, token: string): number =>
    shown.filter((one) => one.input['id'] === id && one.token === token).length;
  for (const { token } of owners(30)) {
    expect(of('22', token), 'once a day').toBeLessThanOrEqual(4);
    expect(of('23', token), 'once').toBeLessThanOrEqual(1);
  }
  expect(app.faults).toEqual([]);
}, 60_000);

test('the same seeds and the same start give the same life', async () => {
  const app = await start(lively);
  const lives: string[] = [];
  for (const seed of [5, 5, 6]) {
    app.asked.length = 0;
    const crowd = app.crowdOf([ownerOf(1, { seed }), ownerOf(2, { seed: seed + 100 })], midnight);
    await app.live(crowd, midnight + 2 * day);
    lives.push(JSON.stringify(app.asked));
  }
  expect(lives[0]).toBe(lives[1]);
  expect(lives[0]).not.toBe(lives[2]);
}, 60_000);

test('an app asks once a day for its own version, and becomes what it must', async () => {
  const offer = { hasUpdate: true, updateType: 3, versionName: '5.3.0', versionCode: 530 };
  const app = await start({
    ...lively,
    'GET /app/v1/version/check': ({ input }) => ({
      data: Number(input['versionCode']) < 530 ? offer : { hasUpdate: false },
    }),
  });
  await app.live(app.crowdOf([ownerOf(1), ownerOf(2, { appVersion: '4.9.8' })], midnight), midnight + 3 * day);
  for (const { token, clientOs, code } of [
    { ...ownerOf(1), code: '520' },
    { ...ownerOf(2), code: '498' },
  ]) {
    const asked = app.asked.filter((one) => one.key === 'GET /app/v1/version/check' && one.token === token);
    const [first, ...others] = asked.map(({ input }) => input);
    expect(first).toMatchObject({ os: String(clientOs), versionCode: code });
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThanOrEqual(3);
    expect(new Set(others.map(({ versionCode }) => versionCode))).toEqual(new Set(['530']));
  }
  const registered = app.asked.filter(({ key }) => key === 'POST /app/v1/push/register');
  for (const { token, appVersion } of [ownerOf(1), ownerOf(2, { appVersion: '4.9.8' })]) {
    const versions = registered.filter((one) => one.token === token).map(({ input }) => input['appVersion']);
    expect(versions[0]).toBe(appVersion);
    expect(new Set(versions.slice(1))).toEqual(new Set(['5.3.0']));
  }
  expect(app.faults).toEqual([]);
}, 60_000);

test('what is refused is left alone for hours, and the rest goes on', async () => {
  const waiting = { feedbackNo: 'FB20261120000001', status: unhandled, replies: [] };
  const app = await start({
    'GET /app/v1/message/unreadCount': () => ({ code: 1003 }),
    'GET /app/v1/feedback/list': () => ({ data: { list: [waiting], total: 1, page: 1, pageSize: 5 } }),
  });
  const crowd = app.crowdOf([ownerOf(1, { waits: true })], morning);
  await app.live(crowd, morning + 2 * hour);
  expect(app.count('GET /app/v1/message/unreadCount')).toBe(1);
  // Who waits looks often.
  expect(app.count('GET /app/v1/feedback/list')).toBeGreaterThan(3);
});

test('while the server fails it is asked seldom, and nobody makes up for lost time', async () => {
  let broken = true;
  const app = await start({
    'POST /app/v1/push/register': () => (broken ? { status: 503 } : {}),
    'GET /app/v1/message/unreadCount': () => (broken ? { status: 503 } : {}),
  });
  const crowd = app.crowdOf(owners(400), morning);
  await app.live(crowd, morning + hour);
  expect(app.asked.length).toBeGreaterThan(3);
  expect(app.asked.length).toBeLessThan(30);
  broken = false;
  app.asked.length = 0;
  await app.live(crowd, morning + hour + 30 * minute);
  const looks = app.count('GET /app/v1/message/unreadCount');
  expect(looks).toBeGreaterThan(30);
  expect(looks).toBeLessThan(200);
  expect(app.faults).toEqual([]);
}, 60_000);

test('a server that does not answer is no fault', async () => {
  const app = await start();
  const crowd = app.crowdOf(owners(20), morning);
  await app.stop();
  stop = undefined;
  await app.live(crowd, morning + 2 * hour);
  expect(app.faults).toEqual([]);
});

test('after a sleep of the computer owners do not all come at once', async () => {
  const app = await start();
  const crowd = app.crowdOf(owners(100), morning);
  await crowd.turn(morning + 8 * hour);
  expect(app.count('GET /app/v1/message/unreadCount')).toBeLessThan(6);
});

test('whose token is not good closes the app for hours', async () => {
  const frozen = () => ({ status: 401, code: 1106 });
  const app = await start({ 'POST /app/v1/push/register': frozen, 'GET /app/v1/message/unreadCount': frozen });
  const crowd = app.crowdOf([ownerOf(4, { waits: true })], morning);
  await app.live(crowd, morning + 6 * hour);
  expect(app.asked).toHaveLength(1);
  await app.live(crowd, morning + 2 * day);
  expect(app.asked.length).toBeLessThan(10);
});

interface Told {
  readonly feedbackNo: string;
  status: number;
  readonly replies: { side: string }[];
}

test('owners answer what support writes, and do not ask for ever', async () => {
  const told = new Map(
    owners(12).map(({ token }, n): [string, Told] => [
      token,
      { feedbackNo: `FB2026112000000${n}`, status: replied, replies: [{ side: 'staff' }] },
    ]),
  );
  const one = (token: string): Told => told.get(token) ?? { feedbackNo: '', status: closed, replies: [] };
  /** Support replies at once. */
  const again = (feedback: Told) => {
    feedback.replies.push({ side: 'user' }, { side: 'staff' });
    return {};
  };
  const app = await start({
    'GET /app/v1/feedback/list': ({ token }) => ({ data: { list: [one(token)], total: 1, page: 1, pageSize: 5 } }),
    'POST /app/v1/feedback/append': ({ token }) => again(one(token)),
    'POST /app/v1/feedback/satisfy': ({ token, input }) => {
      if (input['satisfied'] === 0) return again(one(token));
      one(token).status = closed;
      return {};
    },
  });
  const crowd = app.crowdOf(owners(12, { waits: true }), midnight);
  await app.live(crowd, midnight + 3 * day);
  for (const { status, replies } of told.values()) {
    expect(status).toBe(closed);
    expect(replies.filter(({ side }) => side === 'user').length).toBeLessThanOrEqual(2);
  }
  const unsatisfied = app.asked.filter(({ input }) => input['satisfied'] === 0);
  expect(unsatisfied.every(({ input }) => typeof input['text'] === 'string')).toBe(true);
});

test('nobody answers for support, and nobody files a second report while the first is open', async () => {
  const waiting = { feedbackNo: 'FB20261120000001', status: inProgress, replies: [{ side: 'user' }] };
  const app = await start({
    'GET /app/v1/feedback/list': () => ({ data: { list: [waiting], total: 1, page: 1, pageSize: 5 } }),
  });
  const crowd = app.crowdOf(owners(10, { waits: true }), midnight);
  await app.live(crowd, midnight + 3 * day);
  expect(app.count('GET /app/v1/feedback/list')).toBeGreaterThan(50);
  const written = app.asked.filter(({ key }) => /append|satisfy|submit/.test(key));
  expect(written).toEqual([]);
});

test('owners report repairs for the days to come', async () => {
  const app = await start();
  const crowd = app.crowdOf(owners(40), midnight);
  await app.live(crowd, midnight + 6 * day);
  const reported = app.asked.filter(({ key }) => key === 'POST /app/v1/repair/submit');
  expect(reported.length).toBeGreaterThan(1);
  for (const { input } of reported) {
    expect(input).toMatchObject({ contactMobile: expect.stringMatching(/^1\d{10}$/), serviceType: 1 });
    expect(parseInstant(String(input['appointmentTime']))?.getTime()).toBeGreaterThan(midnight + 2 * hour);
  }
}, 60_000);

interface Repaired {
  readonly orderNo: string;
  status: number;
  rating: unknown;
  readonly createTime: string;
  readonly log: object[];
}

test('owners confirm what a shop has done, dispute it once at most, and rate it once', async () => {
  const createTime = formatInstant(new Date(midnight - day));
  const told = new Map<string, Repaired>();
  for (const [n, { token }] of owners(20).entries())
    told.set(token, { orderNo: `RP2026112000000${n}`, status: repair.toConfirm, rating: null, createTime, log: [] });
  const one = (token: string): Repaired => {
    const found = told.get(token);
    if (!found) throw new Error(`whose token is ${token}?`);
    return found;
  };
  const app = await start({
    'GET /app/v1/repair/list': ({ token }) => ({ data: { list: [one(token)], total: 1, page: 1, pageSize: 5 } }),
    'POST /app/v1/repair/confirm': ({ token, input }) => {
      if (input['ok'] === 1) one(token).status = repair.done;
      // The shop repairs it again at once.
      else one(token).log.push({ action: 'dispute' });
      return {};
    },
    'POST /app/v1/repair/rate': ({ token, input }) => {
      one(token).rating = input['score'];
      return {};
    },
  });
  const crowd = app.crowdOf(owners(20, { waits: true }), midnight);
  await app.live(crowd, midnight + 4 * day);
  for (const { status, rating, log } of told.values()) {
    expect(status).toBe(repair.done);
    expect([1, 2, 3, 4, 5]).toContain(rating);
    expect(log.length).toBeLessThanOrEqual(1);
  }
  expect(app.count('POST /app/v1/repair/rate')).toBe(told.size);
  expect(app.faults).toEqual([]);
}, 60_000);
