import type { DashboardPush, TodoItem } from '@wheelhouse/contract/dashboard';
import type { FleetPush } from '@wheelhouse/contract/fleet';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openStream, type LiveStream } from '../support/stream.ts';
import { dealers, makeVehicle, makeWorld, platform, report } from './world.ts';

let server: TestApp;
let port: number;
let own: { id: string; vin: string };
let foreign: { id: string; vin: string };
beforeAll(async () => {
  server = await createTestApp({ platform });
  await makeWorld(server.app);
  own = await makeVehicle(server.app, { lng: 121.4, lat: 31.2 });
  foreign = await makeVehicle(server.app, { dealerId: dealers.hangzhou, lng: 121.41, lat: 31.21 });
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  port = (server.http.server.address() as AddressInfo).port;
});
afterAll(() => server.stop());

const opened: LiveStream[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

async function open(topics: string, as: string): Promise<LiveStream> {
  const stream = await openStream(port, topics, as);
  opened.push(stream);
  return stream;
}

const fleet = (body: object, as: string) =>
  server.call('POST', '/veh/crm/vehicle/fleet', { bbox: [121, 31, 122, 32], zoom: 12, ...body }, { as });

test('a vehicle is followed: its state at once, and after each message', async () => {
  const stream = await open(`vehicle:${own.id}`, 'dealer');
  await vi.waitFor(() => expect(stream.messages).toHaveLength(1));
  for (const speed of [11, 12, 13]) {
    await report(server.app, own.id, 121.401, 31.2, speed);
    await vi.waitFor(() => expect(stream.of<{ speedKmh: number }>(`vehicle:${own.id}`).at(-1)?.speedKmh).toBe(speed), {
      timeout: 15_000,
      interval: 10,
    });
  }
  expect(stream.of<object>(`vehicle:${own.id}`).at(-1)).toMatchObject({
    id: own.id,
    online: 1,
    state: 'riding',
    gpsLng: 121.401,
    gpsMasked: 0,
  });
  const before = stream.messages.length;
  await report(server.app, foreign.id, 121.41, 31.21);
  await sleep(1_100);
  expect(stream.messages).toHaveLength(before);
});

test('many messages a second are a few pushes', async () => {
  const stream = await open(`vehicle:${own.id}`, 'staff');
  await vi.waitFor(() => expect(stream.messages).toHaveLength(1));
  const begun = Date.now();
  for (let n = 0; n < 40; n++) await report(server.app, own.id, 121.4 + n / 1e5, 31.2);
  await vi.waitFor(
    () => expect(stream.of<{ gpsLng: number }>(`vehicle:${own.id}`).at(-1)?.gpsLng).toBeCloseTo(121.40039, 6),
    { timeout: 15_000 },
  );
  expect(stream.messages.length).toBeLessThan(4 + (Date.now() - begun) / 900);
});

test('topics of others are refused; a masked listener gets a masked position', async () => {
  expect((await open(`vehicle:${foreign.id}`, 'dealer')).status).toBe(403);
  expect((await open('vehicle:999999', 'staff')).status).toBe(403);
  expect((await open(`vehicle:${own.id}`, 'guest')).status).toBe(403);
  expect((await open('fleet:1-abcdef', 'staff')).status).toBe(403);
  expect((await open('fleet:2-abcdef', 'guest')).status).toBe(403);
  const blind = await open(`vehicle:${own.id}`, 'blind');
  await vi.waitFor(() => expect(blind.messages).toHaveLength(1));
  expect(blind.messages[0]?.d).toMatchObject({ gpsMasked: 1, heading: null });
  expect(blind.of<{ gpsLng: number }>(`vehicle:${own.id}`)[0]?.gpsLng).not.toBeCloseTo(121.4, 2);
});

test('a view hears of what moves in it, of nothing else, and follows when it is moved', async () => {
  const [staff, dealer] = [await open('fleet:2-viewone', 'staff'), await open('fleet:3-viewtwo', 'dealer')];
  await vi.waitFor(() =>
    expect([staff, dealer].map((s) => s.messages[0]?.d)).toEqual([{ need: 'view' }, { need: 'view' }]),
  );
  await Promise.all([fleet({ view: '2-viewone', seq: 1 }, 'staff'), fleet({ view: '3-viewtwo', seq: 1 }, 'dealer')]);
  const last = (stream: LiveStream, topic: string) => stream.of<FleetPush & { seq: number }>(topic).at(-1);
  /** Reports until it is seen: what a view holds when it is first looked at is not pushed. */
  const seen = (tell: () => Promise<void>, look: () => void) =>
    vi.waitFor(
      async () => {
        await tell();
        look();
      },
      { timeout: 40_000, interval: 1_200 },
    );
  await seen(
    async () => {
      await report(server.app, foreign.id, 121.45, 31.25);
      await report(server.app, own.id, 121.46, 31.26);
    },
    () => {
      // Two reports need not come in one push.
      const moved = staff.of<FleetPush>('fleet:2-viewone').flatMap((push) => (push.moved ?? []).map(({ id }) => id));
      expect(new Set(moved)).toEqual(new Set([own.id, foreign.id]));
      expect(last(dealer, 'fleet:3-viewtwo')?.moved?.map((v) => v.id)).toEqual([own.id]);
    },
  );
  expect(last(staff, 'fleet:2-viewone')).toMatchObject({ seq: 1, total: 2, gone: [] });
  expect(JSON.stringify(dealer.messages)).not.toContain(foreign.vin);
  await report(server.app, own.id, 100, 30);
  await vi.waitFor(() => expect(last(dealer, 'fleet:3-viewtwo')?.gone).toEqual([own.id]), { timeout: 15_000 });
  await fleet({ bbox: [99, 29, 101, 31], view: '3-viewtwo', seq: 2 }, 'dealer');
  await seen(
    () => report(server.app, own.id, 100.01, 30),
    () => expect(last(dealer, 'fleet:3-viewtwo')).toMatchObject({ seq: 2, moved: [{ id: own.id, lng: 100.01 }] }),
  );
});

test('a reader who stops reading gets no pile of messages', async () => {
  const stream = await open('fleet:2-slowone', 'staff');
  await fleet({ view: '2-slowone', seq: 1 }, 'staff');
  stream.raw.pause();
  for (let n = 0; n < 10; n++) {
    await report(server.app, own.id, 121.4 + n / 1000, 31.2);
    await sleep(250);
  }
  stream.raw.resume();
  await vi.waitFor(
    () => expect(stream.of<FleetPush>('fleet:2-slowone').at(-1)?.moved?.[0]?.lng).toBeCloseTo(121.409, 5),
    { timeout: 15_000 },
  );
  expect(stream.messages.length).toBeLessThan(10);
});

test('the dashboard hears its numbers, each user those of their pages and scope', async () => {
  const [staff, dealer, guest] = [
    await open('dashboard', 'staff'),
    await open('dashboard', 'dealer'),
    await open('dashboard', 'guest'),
  ];
  await vi.waitFor(() => expect([staff, dealer, guest].every((s) => s.messages.length > 0)).toBe(true), {
    timeout: 15_000,
  });
  const first = (stream: LiveStream) => stream.of<DashboardPush>('dashboard')[0];
  expect(first(staff)?.cards.find((card) => card.key === 'vehicles')?.value).toBe(2);
  expect(first(dealer)?.cards.find((card) => card.key === 'vehicles')?.value).toBe(1);
  expect(first(dealer)?.feed?.map((item) => item.id)).toEqual([own.id]);
  expect(first(guest)).toMatchObject({ cards: [] });
  expect(first(guest)?.feed).toBeUndefined();
  await report(server.app, own.id, 121.5, 31.3, 33);
  await vi.waitFor(
    () => expect(dealer.of<DashboardPush>('dashboard').at(-1)?.feed?.[0]).toMatchObject({ id: own.id, speedKmh: 33 }),
    { timeout: 15_000 },
  );
});

test('the bell hears what waits, each user what they may act on and in their scope; again when a number changed', async () => {
  const [staff, dealer, guest] = [
    await open('todo', 'staff'),
    await open('todo', 'dealer'),
    await open('todo', 'guest'),
  ];
  const stopped = (stream: LiveStream) =>
    stream
      .of<TodoItem[]>('todo')
      .at(-1)
      ?.find((item) => item.key === 'stopped')?.count;
  await vi.waitFor(() => expect(guest.of('todo')).toEqual([[]]), { timeout: 15_000 });
  await vi.waitFor(() => expect([stopped(staff), stopped(dealer)]).toEqual([expect.any(Number), expect.any(Number)]), {
    timeout: 15_000,
  });
  const [all, mine] = [stopped(staff) ?? 0, stopped(dealer) ?? 0];
  await server.app.pool.query('update veh_vehicle set operation_status = 1 where id = $1', [foreign.id]);
  await vi.waitFor(() => expect(stopped(staff)).toBe(all + 1), { timeout: 40_000, interval: 100 });
  expect(stopped(dealer)).toBe(mine);
  await server.app.pool.query('update veh_vehicle set operation_status = 0 where id = $1', [foreign.id]);
});
