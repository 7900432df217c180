import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { notifyLive } from '../../src/db/live.ts';
import { accessTopic, registerTopic } from '../../src/http/live-stream.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { administer } from '../support/databases.ts';
import { calls, createSessions, resetSessions, sessions } from './fixture.ts';

registerTopic('open', { authorize: async () => true });
registerTopic('mine', { authorize: async (user, id) => user.id === id });

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await createTestApp({ platform: { calls, createSessions } });
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  port = (server.http.server.address() as AddressInfo).port;
});
afterAll(() => server.stop());
beforeEach(resetSessions);

interface Stream {
  readonly status: number | undefined;
  text(): string;
  ended(): boolean;
  raw: IncomingMessage;
  close(): void;
}

async function open(topics: string, as: string, at: number = port): Promise<Stream> {
  const outgoing = httpRequest({
    port: at,
    path: `/live/stream?topics=${topics}`,
    headers: { authorization: `Bearer ${as}` },
  }).end();
  const [raw] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  let ended = false;
  raw.setEncoding('utf8');
  raw.on('data', (part: string) => (text += part));
  raw.on('close', () => (ended = true));
  raw.on('error', () => undefined);
  return { status: raw.statusCode, text: () => text, ended: () => ended, raw, close: () => outgoing.destroy() };
}

test('what a transaction notifies arrives once it has committed, and only then', async () => {
  const stream = await open('open', 'guest');
  const { db } = server.app;
  await db.transaction().execute(async (tx) => {
    await notifyLive(tx, 'open', { n: 1 });
    await sleep(50);
    expect(stream.text()).not.toContain('data:');
  });
  await db
    .transaction()
    .execute((tx) => notifyLive(tx, 'open', { n: 2 }).then(() => Promise.reject(new Error('rolled back'))))
    .catch(() => undefined);
  await notifyLive(db, 'open', { n: 3 });
  await vi.waitFor(() => expect(stream.text()).toContain('"n":3'));
  expect(stream.text().match(/data: .*/g)).toEqual([
    'data: {"t":"open","d":{"n":1}}',
    'data: {"t":"open","d":{"n":3}}',
  ]);
  stream.close();
});

test('a topic that is unknown, of somebody else, or asked for without a session is refused', async () => {
  const as = (user: string, topics: string) => server.call('GET', '/live/stream', { topics }, { as: user });
  expect(await as('guest', 'nothing')).toMatchObject({ status: 403, code: 1003 });
  expect(await as('guest', 'mine:clerk')).toMatchObject({ status: 403, code: 1003 });
  expect(await as('guest', 'open,mine:clerk')).toMatchObject({ status: 403, code: 1003 });
  expect(await as('guest', '')).toMatchObject({ code: 1001 });
  expect(await as('nobody', 'open')).toMatchObject({ status: 401 });
  const own = await open('mine:guest', 'guest');
  expect(own.status).toBe(200);
  own.close();
});

test('a change of access ends the streams of users who lost it and makes the others load again', async () => {
  const [gone, kept] = [await open('open', 'guest'), await open('open', 'clerk')];
  sessions.delete('guest');
  await notifyLive(server.app.db, accessTopic, { userIds: ['guest', 'clerk'] });
  await vi.waitFor(() => expect(gone.ended()).toBe(true));
  expect(gone.text()).toContain('event: end\ndata: {"code":1102}');
  await vi.waitFor(() => expect(kept.text()).toContain('event: access'));
  expect(kept.ended()).toBe(false);
  kept.close();
});

test('after the database connection was lost, streams go on and receive a resync', async () => {
  const stream = await open('open', 'guest');
  await administer(server.databaseUrl, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    ),
  );
  await vi.waitFor(() => expect(stream.text()).toContain('event: resync'));
  await notifyLive(server.app.db, 'open', 'after');
  await vi.waitFor(() => expect(stream.text()).toContain('"after"'));
  stream.close();
});

test('a consumer that does not read is dropped, the others are not', async () => {
  const [slow, quick] = [await open('open', 'guest'), await open('open', 'clerk')];
  slow.raw.pause();
  const load = 'x'.repeat(7_000);
  for (let n = 0; n < 2_000 && !slow.raw.destroyed; n++) await notifyLive(server.app.db, 'open', load);
  await notifyLive(server.app.db, 'open', 'last');
  await vi.waitFor(() => expect(quick.text()).toContain('"last"'));
  slow.raw.resume();
  await vi.waitFor(() => expect(slow.ended()).toBe(true));
  expect(slow.text()).not.toContain('"last"');
  quick.close();
});

test('a message too large for the database is refused where it is made', async () => {
  await expect(notifyLive(server.app.db, 'open', 'x'.repeat(8_000))).rejects.toThrow(RangeError);
});

test('a server that stops lets running calls finish and ends its streams', async () => {
  const other = await createTestApp({ platform: { calls, createSessions } });
  await other.http.listen({ host: '127.0.0.1', port: 0 });
  const at = (other.http.server.address() as AddressInfo).port;
  const answer = fetch(`http://127.0.0.1:${at}/test/sql`, {
    method: 'POST',
    headers: { authorization: 'Bearer boss', 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'select pg_sleep(0.5)::text' }),
  });
  const stream = await open('open', 'guest', at);
  await other.stop();
  expect(await (await answer).json()).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(stream.ended()).toBe(true));
});

test('many streams opened at once get no more places than the user has', async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => open('open', 'clerk')));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(10);
  for (const stream of streams) stream.close();
  // Their places are free again.
  await vi.waitFor(async () => {
    const again = await open('open', 'clerk');
    again.close();
    expect(again.status).toBe(200);
  });
});
