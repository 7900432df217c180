/**
 * From a device's publish to the page that shows the vehicle: sockets, broker, commit, notice, reading in the viewer's scope, server-sent
 * event. One process with API and gateway, a viewer who follows every vehicle.
 *
 *   npm run bench -- live [--vehicles 40] [--seconds 20]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mqtt from 'mqtt';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { freePorts, secretKeyIn } from '../scripts/tools.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';

const { values: args } = parseArgs({
  options: { vehicles: { type: 'string', default: '40' }, seconds: { type: 'string', default: '20' } },
});
const vehicles = Number(args.vehicles);
const adminPassword = 'Bench-2026';
const log = pino({ level: 'warn' });

async function startPlatform(
  databaseUrl: string,
  dataDir: string,
): Promise<{ child: ChildProcess; http: number; broker: number }> {
  const [http = 0, broker = 0] = await freePorts(2);
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKeyIn(dataDir),
      PORT: String(http),
      MQTT_PORT: String(broker),
      ROLES: 'api,gateway',
      SEED: 'none',
      SIMULATOR: '0',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`http://127.0.0.1:${http}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { child, http, broker };
    await sleep(200);
  }
  throw new Error('the platform does not answer');
}

async function signIn(http: number): Promise<string> {
  const password = createHash('md5').update(adminPassword).digest('hex').toUpperCase();
  const answer = await fetch(`http://127.0.0.1:${http}/system/crm/sysUser/ssoLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}

/** Calls `seen` with the odometer of every state that arrives. */
async function watch(
  http: number,
  token: string,
  ids: readonly string[],
  seen: (id: string, metres: number) => void,
): Promise<void> {
  const path = `/live/stream?topics=${ids.map((id) => `vehicle:${id}`).join(',')}`;
  const outgoing = request({ port: http, path, headers: { authorization: `Bearer ${token}` } }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let rest = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (part: string) => {
    const frames = (rest + part).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      if (!frame.startsWith('data: ')) continue;
      const { d } = JSON.parse(frame.slice(6)) as { d: { id: string; odometerKm: number | null } };
      if (d.odometerKm !== null) seen(d.id, Math.round(d.odometerKm * 1000));
    }
  });
}

const database = await scratchDatabase(log);
await migrate({ url: database.url, log });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const imeis = Array.from({ length: vehicles }, (_, n) => imeiOf(n));
const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-live-'));
const { child, http, broker } = await startPlatform(database.url, dataDir);
await addVehicles(pool, imeis);
const { rows } = await pool.query<{ id: string; imei: string }>(
  'select id::text as id, imei from veh_vehicle order by id',
);

const published = new Map<string, number>();
const delays: number[] = [];
await watch(
  http,
  await signIn(http),
  rows.map((row) => row.id),
  (id, metres) => {
    const since = published.get(`${id} ${metres}`);
    if (since === undefined) return;
    published.delete(`${id} ${metres}`);
    delays.push(performance.now() - since);
  },
);
const clients = await Promise.all(
  rows.map(({ imei }) =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${broker}`, { clientId: imei, username: imei, password: secretOf(imei) }),
  ),
);
const end = Date.now() + Number(args.seconds) * 1000;
await Promise.all(
  rows.map(async ({ id, imei }, n) => {
    for (let seq = 1; Date.now() < end; seq++) {
      // Longer than a page's turn, so that no state is overtaken by the next.
      await sleep(2_000 + Math.random() * 1_000);
      published.set(`${id} ${seq}`, performance.now());
      const payload = JSON.stringify({ v: 1, mid: `1-${seq}`, s: [{ ts: Date.now(), odo: seq }] });
      await clients[n]?.publishAsync(`v1/${imei}/up/telemetry`, payload, { qos: 1 });
    }
  }),
);
await sleep(3_000);
delays.sort((a, b) => a - b);
const at = (share: number) =>
  Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN);

console.table({
  'vehicles followed': vehicles,
  'states published': delays.length + published.size,
  'states that reached the page': delays.length,
  'publish → page p50 / p99 / max, ms': `${at(0.5)} / ${at(0.99)} / ${at(1)}`,
});
for (const client of clients) client.end(true);
child.kill('SIGTERM');
await once(child, 'exit');
await pool.end();
await database.drop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(published.size === 0 ? 0 : 1);
