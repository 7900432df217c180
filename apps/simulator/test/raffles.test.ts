import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterEach, expect, test } from 'vitest';
import { owners, startApp, type Answers } from './app-server.ts';
import { midnight } from './fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;
const { running, paused } = machines['SM-Raffle'].states;
const { toClaim, toShip } = machines['SM-Winning'].states;

let stop: (() => Promise<void>) | undefined;
async function start(answers: Answers) {
  const app = await startApp(answers);
  stop = () => app.stop();
  return app;
}
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

test('owners draw in what runs, with a ticket where it takes a scan, as often as they may', async () => {
  const left = new Map<string, number>();
  const leftOf = (token: string): number => left.get(token) ?? 2;
  const app = await start({
    'GET /app/v1/raffle/list': () => ({
      data: [
        { id: '71', status: running },
        { id: '72', status: paused },
      ],
    }),
    'GET /app/v1/raffle/detail': ({ token }) => ({
      data: {
        id: '71',
        type: codes.RaffleType.arScan,
        eligible: 1,
        leftTimes: leftOf(token),
        ar: { targetUrls: ['/a', '/b'], points: [] },
      },
    }),
    'POST /app/v1/raffle/scan': ({ token }) => ({ data: { ticket: `of-${token}` } }),
    'POST /app/v1/raffle/draw': ({ token }) => {
      left.set(token, leftOf(token) - 1);
      return { data: { win: 0, leftTimes: leftOf(token) } };
    },
  });
  await app.live(app.crowdOf(owners(24), midnight), midnight + 2 * day);
  const draws = app.asked.filter(({ key }) => key === 'POST /app/v1/raffle/draw');
  expect(draws.length).toBeGreaterThan(5);
  expect(new Set(draws.map(({ input }) => input['requestId'])).size).toBe(draws.length);
  for (const { token, input } of draws)
    expect(input).toMatchObject({
      activityId: '71',
      ticket: `of-${token}`,
      requestId: expect.stringMatching(/^[0-9a-z]{24}$/),
      nonce: expect.stringMatching(/^[0-9a-z]{16}$/),
    });
  for (const { token } of owners(24)) expect(draws.filter((one) => one.token === token).length).toBeLessThanOrEqual(2);
  const scans = app.asked.filter(({ key }) => key === 'POST /app/v1/raffle/scan');
  expect(scans.length).toBe(draws.length);
  expect(new Set(scans.map(({ input }) => input['targetIndex']))).toEqual(new Set([0, 1]));
  expect(app.faults).toEqual([]);
}, 60_000);

test('what has been won is sent home or fetched from a dealer; what is taxed waits', async () => {
  const won = { status: toClaim, prizeKind: codes.PrizeKind.physical };
  const { express, pickUp } = codes.DeliveryMode;
  const claimed = new Set<unknown>();
  const prizes = [
    { ...won, recordNo: 'WN20261129000001', deliveryMode: express, needsIdNumber: false },
    { ...won, recordNo: 'WN20261129000002', deliveryMode: pickUp, needsIdNumber: false },
    { ...won, recordNo: 'WN20261129000003', deliveryMode: express, needsIdNumber: true },
  ];
  const app = await start({
    'GET /app/v1/prize/mine': () => ({ data: prizes.filter(({ recordNo }) => !claimed.has(recordNo)) }),
    'GET /app/v1/dealer/nearby': () => ({ data: [{ id: '81' }] }),
    'POST /app/v1/prize/claim': ({ input }) => {
      claimed.add(input['recordNo']);
      return { data: { status: toShip, pickCode: null } };
    },
  });
  await app.live(app.crowdOf(owners(10), midnight), midnight + 4 * day);
  const claims = app.asked.filter(({ key }) => key === 'POST /app/v1/prize/claim').map(({ input }) => input);
  expect(claims).toHaveLength(2);
  expect(claims[0]).toMatchObject({
    recordNo: 'WN20261129000001',
    address: { mobile: expect.stringMatching(/^1\d{10}$/), cityId: expect.stringMatching(/^\d{6}$/) },
  });
  expect(claims[1]).toEqual({ recordNo: 'WN20261129000002', dealerId: '81' });
  expect(app.asked.filter(({ key }) => key === 'GET /app/v1/prize/mine')[0]?.input).toEqual({ status: '0' });
  expect(app.faults).toEqual([]);
}, 60_000);
