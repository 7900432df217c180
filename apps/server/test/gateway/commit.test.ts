import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGateway } from '../../src/gateway/index.ts';
import { eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ vehicles: 3 });
});
afterEach(() => rig.stop());

const device = (n: number): TestDevice => {
  const found = rig.devices[n];
  if (!found) throw new Error(`no device ${n}`);
  return found;
};
const t0 = Date.UTC(2026, 10, 20, 2, 0, 0);
const stored = async (of: TestDevice) => {
  const rows = await rig.rows<{ seq: string }>('select seq from veh_telemetry where vehicle_id = $1 order by seq', [
    of.vehicleId,
  ]);
  return rows.map((row) => Number(row.seq));
};

/** Keeps the history locked against writers until released. */
async function lockHistory(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: rig.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table veh_telemetry in share mode');
  return () => client.end();
}

test('no acknowledgement before the commit', async () => {
  const it = device(0);
  const client = await rig.connect(it);
  await client.publishAsync(up(it, 'telemetry'), telemetry(1, 1, { ts: t0 }), { qos: 1 });
  const release = await lockHistory();
  let confirmed = false;
  const publishing = client
    .publishAsync(up(it, 'telemetry'), telemetry(1, 2, { ts: t0 + 1 }), { qos: 1 })
    .then(() => (confirmed = true));
  await sleep(600);
  expect(confirmed).toBe(false);
  await release();
  await publishing;
  expect(await stored(it)).toEqual([1, 2]);
});

test('while rows cannot be written nothing is acknowledged and nothing lost', async () => {
  const it = device(0);
  const client = await rig.connect(it);
  await rig.app.pool.query('alter table veh_telemetry rename to veh_telemetry_gone');
  const publishing = Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      client.publishAsync(up(it, 'telemetry'), telemetry(1, n, { ts: t0 + n }), { qos: 1 }),
    ),
  );
  expect(await Promise.race([publishing.then(() => 'acknowledged'), sleep(800, 'waiting')])).toBe('waiting');
  await rig.app.pool.query('alter table veh_telemetry_gone rename to veh_telemetry');
  await publishing;
  expect(await stored(it)).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

test('connections of the database that die take no acknowledged message with them, and store none twice', async () => {
  const clients = await Promise.all(rig.devices.map((it) => rig.connect(it)));
  const confirmed = rig.devices.map(() => new Set<number>());
  let killing = true;
  const kills = (async () => {
    // Not without end: where storing takes as long as two of these, nothing would ever be stored.
    for (let n = 0; killing && n < 200; n++) {
      await rig
        .rows(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%veh_telemetry%'
           or (datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction')`,
        )
        .catch(() => undefined);
      await sleep(30);
    }
  })();
  await Promise.all(
    clients.map(async (client, n) => {
      for (let seq = 0; seq < 120; seq++) {
        await client.publishAsync(up(device(n), 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 });
        confirmed[n]?.add(seq);
      }
    }),
  );
  killing = false;
  await kills;
  for (const [n, it] of rig.devices.entries()) expect(await stored(it)).toEqual([...(confirmed[n] ?? [])]);
}, 120_000);

test('one message that can never be stored does not hold up its neighbours', async () => {
  await rig.app.pool.query('alter table veh_telemetry add constraint trap check (odo_m is distinct from 666)');
  const clients = await Promise.all(rig.devices.map((it) => rig.connect(it)));
  await Promise.all(
    clients.flatMap((client, n) =>
      Array.from({ length: 20 }, (_, seq) =>
        client.publishAsync(
          up(device(n), 'telemetry'),
          telemetry(1, seq, { ts: t0 + seq, odo: n === 1 && seq === 7 ? 666 : 1000 + seq }),
          { qos: 1 },
        ),
      ),
    ),
  );
  expect(await stored(device(0))).toHaveLength(20);
  expect(await stored(device(1))).toEqual(Array.from({ length: 20 }, (_, n) => n).filter((n) => n !== 7));
  await expect.poll(() => rig.refusals()).toMatchObject({ storage: 1 });
});

test('two processes side by side store a message once, whichever gets it', async () => {
  const second = await startGateway(rig.app);
  const it = device(0);
  const first = await rig.connect(it);
  const messages = Array.from({ length: 60 }, (_, n) => telemetry(1, n, { ts: t0 + n }));
  const sendAll = (client: typeof first) =>
    Promise.all(
      messages.map((message) => client.publishAsync(up(it, 'telemetry'), message, { qos: 1 }).catch(() => null)),
    );
  const sending = sendAll(first);
  await sending;
  // The same device turns up at the other process: its old connection is closed.
  const closed = new Promise<void>((resolve) => first.once('close', () => resolve()));
  const other = await rig.connect(it, { port: second.port });
  await sendAll(other);
  await closed;
  expect(await stored(it)).toEqual(messages.map((_, n) => n));
  await other.endAsync();
  await second.stop();
});

test('memory stays bounded while the database stands still: unread, not buffered', async () => {
  const it = device(0);
  const client = await rig.connect(it);
  const others = await Promise.all([device(1), device(2)].map((each) => rig.connect(each)));
  await client.publishAsync(up(it, 'telemetry'), telemetry(1, 0, { ts: t0 }), { qos: 1 });
  const release = await lockHistory();
  const padding = 'x'.repeat(300);
  const sending = [client, ...others].flatMap((from, n) =>
    Array.from({ length: 9_000 }, (_, seq) =>
      from.publishAsync(up(device(n), 'telemetry'), telemetry(2, seq, { ts: t0 + seq, padding }), { qos: 1 }),
    ),
  );
  await sleep(1_500);
  const text = await rig.app.metrics.getSingleMetricAsString('wheelhouse_gateway_inflight_messages');
  const inflight = Number(/^wheelhouse_gateway_inflight_messages (\d+)$/m.exec(text)?.[1]);
  // The window, and at most a chunk of 64 KiB that was being read when it filled up.
  expect(inflight).toBeGreaterThan(100);
  expect(inflight).toBeLessThan(16_500);
  await release();
  await Promise.all(sending);
  expect(await stored(device(2))).toHaveLength(9_000);
});

test('stopping stores what was received, and what was not is not acknowledged', async () => {
  const it = device(0);
  const client = await rig.connect(it);
  const confirmed = new Set<number>();
  for (let seq = 0; seq < 400; seq++) {
    client.publish(up(it, 'telemetry'), telemetry(1, seq, { ts: t0 + seq }), { qos: 1 }, (error) => {
      if (!error) confirmed.add(seq);
    });
  }
  await eventually(async () => confirmed.size > 0);
  await rig.restart();
  const rows = new Set(await stored(it));
  for (const seq of confirmed) expect(rows.has(seq)).toBe(true);
});
