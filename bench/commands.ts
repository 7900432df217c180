/**
 * Remote commands through the whole server: made by the service that the console's call uses, over the real broker to devices on real
 * sockets, and swept as in production. Some vehicles are away and some of those come back; some answers come twice, some after the timeout.
 * At the end every command is in exactly one terminal state, and each step it took is one of its state table.
 *
 *   node bench/commands.ts [--commands 10000] [--devices 2000] [--offline 0.3] [--duplicate 0.05] [--late 0.05]
 *
 * Uses DATABASE_URL when set (a scratch database is made on that server), else an embedded PostgreSQL with full durability.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mqtt, { type MqttClient } from 'mqtt';
import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createLiveHub } from '../apps/server/src/db/live.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createDb, createPool, withTransaction } from '../apps/server/src/db/pool.ts';
import { startGateway } from '../apps/server/src/gateway/index.ts';
import { onUplink } from '../apps/server/src/gateway/service.ts';
import { takeUplinks } from '../apps/server/src/modules/control/answers.ts';
import { sendCommand } from '../apps/server/src/modules/control/send-command.ts';
import { sweepCommands } from '../apps/server/src/modules/control/sweep.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';

const { values: args } = parseArgs({
  options: {
    commands: { type: 'string', default: '10000' },
    devices: { type: 'string', default: '2000' },
    offline: { type: 'string', default: '0.3' },
    duplicate: { type: 'string', default: '0.05' },
    late: { type: 'string', default: '0.05' },
  },
});
const count = Number(args.commands);
const devices = Number(args.devices);
const [offlineShare, duplicateShare, lateShare] = [Number(args.offline), Number(args.duplicate), Number(args.late)];
const atOnce = 64;
const connecting = 50;
/** Half of the vehicles that are away come back while their commands wait. */
const backShare = 0.5;

const log = pino({ level: 'warn' });
const database = await scratchDatabase(log);
await migrate({ url: database.url, log });
const pool = createPool({ url: database.url, max: 8, log, statementTimeout: 120_000 });
const db = createDb(pool);
const live = await createLiveHub(database.url, log);
const imeis = Array.from({ length: devices }, (_, n) => imeiOf(n));
await addVehicles(pool, imeis);
onUplink('cmd', takeUplinks);
const gateway = await startGateway({
  pool,
  live,
  log,
  metrics: new Registry(),
  secrets: { sealKey: randomBytes(32) },
  config: {
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    mqttGuard: false,
    mqttProxy: false,
    mqttTls: undefined,
    nats: undefined,
  },
});
const { rows: vehicles } = await pool.query<{ id: string; imei: string }>(
  'select id::text as id, imei from veh_vehicle order by id',
);

const seen = { answers: 0, duplicates: 0, late: 0 };
const lateAnswers: (() => Promise<void>)[] = [];
const inFlight = new Set<Promise<unknown>>();

/** A device that answers in three steps; now and then twice, or when nobody waits any more. */
class BenchDevice {
  readonly #imei: string;
  #client: MqttClient | undefined;
  #seq = 0;
  #boot = 0;
  constructor(imei: string) {
    this.#imei = imei;
  }
  async connect(): Promise<void> {
    this.#boot++;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
      clientId: this.#imei,
      username: this.#imei,
      password: secretOf(this.#imei),
      reconnectPeriod: 0,
    });
    this.#client = client;
    client.on('message', (_topic, payload) => this.#hear(JSON.parse(String(payload)) as CommandDownlink));
    await client.subscribeAsync(`v1/${this.#imei}/down/#`, { qos: 1 });
    await this.#say('status', { st: 'online' });
  }
  async #say(kind: string, body: object): Promise<void> {
    const payload = JSON.stringify({ v: 1, mid: `${this.#boot}-${this.#seq++}`, ...body });
    await this.#client?.publishAsync(`v1/${this.#imei}/up/${kind}`, payload, { qos: 1 });
  }
  #hear({ id }: CommandDownlink): void {
    const step = (st: string, code = 0) => this.#say('cmd', { id, st, code, ts: Date.now() });
    const run = async () => {
      seen.answers++;
      await step('received');
      if (Math.random() < lateShare) {
        seen.late++;
        lateAnswers.push(() => (Math.random() < 0.7 ? step('succeeded') : step('failed', 6)));
        return;
      }
      const [word, code] = Math.random() < 0.05 ? (['failed', 6] as const) : (['succeeded', 0] as const);
      await step(word, code);
      if (Math.random() >= duplicateShare) return;
      seen.duplicates++;
      await step(word, code);
    };
    const running = run().finally(() => inFlight.delete(running));
    inFlight.add(running);
  }
  end(): void {
    this.#client?.end(true);
  }
}

/** Works through a list, so many at a time. */
async function each<Item>(
  list: readonly Item[],
  width: number,
  work: (item: Item, n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let n = next++; n < list.length; n = next++) await work(list[n] as Item, n);
    }),
  );
}

const fleet = vehicles.map((vehicle) => ({ ...vehicle, device: new BenchDevice(vehicle.imei) }));
const away = Math.round(devices * offlineShare);
const back = fleet.slice(0, Math.round(away * backShare));
const present = fleet.slice(away);
await each(present, connecting, (one) => one.device.connect());

let stopped = false;
const sweeping = (async () => {
  while (!stopped) {
    await sweepCommands({ db });
    await sleep(200);
  }
})();

const rounds = Math.ceil(count / devices);
let sent = 0;
const begun = performance.now();
/** Waits until the vehicles present have no open command: a vehicle has one at a time. */
async function settled(): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from veh_control_command where status in (0, 1) and vehicle_id = any($1::bigint[])`,
      [present.map((one) => one.id)],
    );
    if (rows[0]?.n === 0 && inFlight.size === 0) return;
    await sleep(50);
  }
}
/** Ends what waits: as if its time had come. */
const timeIsOver = (where: string) =>
  pool.query(
    `update veh_control_command set due_time = now() - interval '1 second', cache_until = case when cache_until is not null then now() - interval '1 second' end where ${where}`,
  );

for (let round = 0; round < rounds; round++) {
  const turn = fleet.slice(0, Math.min(devices, count - sent));
  sent += turn.length;
  await each(turn, atOnce, async ({ id }) => {
    await withTransaction(db, (tx) =>
      sendCommand(tx, { vehicleId: id, command: 'FIND', operatorId: null, source: 'system', ttlSec: 3600 }),
    );
  });
  if (round === 0) await each(back, connecting, (one) => one.device.connect());
  else await sleep(300);
  await settled();
  // Who was silent is timed out, then the late answers come; the rest of the vehicles that are away lapse.
  await timeIsOver('status in (1, 2)');
  await sleep(500);
  await Promise.all(lateAnswers.splice(0).map((answer) => answer()));
  if (round === 0) await sleep(1_500);
  await timeIsOver('status = 0');
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from veh_control_command where status in (0, 1, 2)',
    );
    if (rows[0]?.n === 0) break;
    await timeIsOver('status in (1, 2)');
    await sleep(100);
  }
}
const seconds = (performance.now() - begun) / 1000;
stopped = true;
await sweeping;
await Promise.all(inFlight);

const { rows: states } = await pool.query<{ status: number; late: number; n: number }>(
  'select status, late, count(*)::int as n from veh_control_command group by 1, 2 order by 1, 2',
);
/** Terminal steps that counted: those not marked as evidence, and the late success of a timed-out one. */
const { rows: wrong } = await pool.query<{ n: number }>(`
  select count(*)::int as n from (
    select c.id, c.status, c.late, count(*) filter (where s->>'late' is null and s->>'step' in ('succeeded', 'failed', 'rejected', 'timeout', 'cancelled', 'expired')) as ends
    from veh_control_command c, jsonb_array_elements(c.steps) s group by c.id) e
  where status < 3 or ends <> 1`);
const { rows: evidence } = await pool.query<{ n: number }>(
  `select count(*)::int as n from veh_control_command c, jsonb_array_elements(c.steps) s where s->>'late' = 'true'`,
);
const names = ['queued', 'sent', 'acknowledged', 'succeeded', 'failed', 'timed out', 'cancelled', 'expired'];
const of = (status: number, late = 0) => states.find((row) => row.status === status && row.late === late)?.n ?? 0;
const total = states.reduce((sum, row) => sum + row.n, 0);
console.table({
  commands: sent,
  'vehicles, of them away': `${devices}, ${away}`,
  'heard by devices': seen.answers,
  'answers sent twice / after the timeout': `${seen.duplicates} / ${seen.late}`,
  ...Object.fromEntries(names.map((name, status) => [name, of(status)])),
  'succeeded late': of(3, 1),
  'late or repeated answers kept as evidence': evidence[0]?.n,
  'in exactly one terminal state':
    wrong[0]?.n === 0 && total === sent ? 'yes' : `NO: ${wrong[0]?.n} of ${total} are not`,
  'commands /s, start to end': Math.round(sent / seconds),
});
for (const one of fleet) one.device.end();
await gateway.stop();
await live.stop();
await pool.end();
await database.drop();
process.exit(wrong[0]?.n === 0 && total === sent ? 0 : 1);
