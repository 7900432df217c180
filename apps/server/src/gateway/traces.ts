import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { App } from '../http/context.ts';
import { cleanText } from './json.ts';
import { shanghaiDay } from './refusals.ts';
import type { Item } from './types.ts';

/** Live topic: a user watches a vehicle's messages until `until` (ms since epoch): `{ vehicleId, until }`. */
export const watchTopic = 'device.watch';
/** Live topic: messages of these vehicles were kept: `{ ids }`. */
export const traceTopic = 'device.trace';

export type Outcome = 'stored' | 'duplicate' | 'refused' | 'partial';

interface Trace {
  readonly vehicleId: number;
  readonly recv: number;
  readonly kind: string;
  readonly size: number;
  readonly outcome: Outcome;
  readonly reasons: readonly RefusalReason[];
  readonly payload: string;
}

/** Messages kept of a vehicle. */
export const ringSize = 50;
const maxPayload = 2_048;
/** Between two flushes; further ones are not kept, whatever devices send. */
const maxPending = 500;
/** Of one vehicle between two flushes. */
const maxOfVehicle = 10;
const maxCounted = 20_000;
const flushMs = 500;
const secrets = /"(bleKey|key|secret|password|token)"\s*:\s*"[^"]*"/gi;

/** Keeps the last messages of watched vehicles and a sample of refused messages of all vehicles; counts repeats. Costs one set lookup per message. */
export class Traces {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #watched = new Map<number, number>();
  readonly #duplicates = new WeakSet<Item>();
  #counted = new Map<number, number>();
  #pending: Trace[] = [];
  #ofVehicle = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | undefined;
  readonly #off: () => void;

  constructor(pool: Pool, live: App['live'], log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs).unref();
    this.#off = live.subscribe(watchTopic, (data) => {
      const { vehicleId, until } = data as { vehicleId: number; until: number };
      this.#watched.set(vehicleId, until);
    });
  }

  /** What is watched already when the process starts. */
  async start(): Promise<void> {
    const { rows } = await this.#pool.query<{ vehicle_id: string; until_time: Date }>(
      'select vehicle_id, until_time from dev_watch where until_time > now()',
    );
    for (const row of rows) this.#watched.set(Number(row.vehicle_id), row.until_time.getTime());
  }

  watches(vehicleId: number): boolean {
    if (this.#watched.size === 0) return false;
    const until = this.#watched.get(vehicleId);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    this.#watched.delete(vehicleId);
    return false;
  }

  /** Items of a committed batch that had been stored before. */
  repeated(items: readonly Item[]): void {
    for (const item of items) {
      const { vehicleId } = item.device;
      this.#duplicates.add(item);
      if (this.#counted.size < maxCounted || this.#counted.has(vehicleId))
        this.#counted.set(vehicleId, (this.#counted.get(vehicleId) ?? 0) + 1);
    }
  }

  outcomeOf(item: Item, reasons: readonly RefusalReason[]): Outcome {
    if (this.#duplicates.has(item)) return 'duplicate';
    return reasons.length > 0 ? 'partial' : 'stored';
  }

  keep(trace: Omit<Trace, 'payload' | 'size'>, payload: Buffer): void {
    const { vehicleId } = trace;
    const ofVehicle = this.#ofVehicle.get(vehicleId) ?? 0;
    if (this.#pending.length >= maxPending || (ofVehicle >= maxOfVehicle && !this.watches(vehicleId))) return;
    this.#ofVehicle.set(vehicleId, ofVehicle + 1);
    const text = cleanText(payload.subarray(0, maxPayload).toString('utf8')).replace(secrets, '"$1":"…"');
    this.#pending.push({ ...trace, reasons: [...new Set(trace.reasons)], size: payload.length, payload: text });
  }

  /** Writes what was kept and counted. A failure loses it: this is a help for people, not a record. */
  flush(): Promise<void> {
    return (this.#flushing ??= this.#write()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'traces of devices not written'))
      .finally(() => (this.#flushing = undefined)));
  }

  async #write(): Promise<void> {
    if (this.#pool.ending) return clearInterval(this.#timer);
    const [kept, counted] = [this.#pending, this.#counted];
    this.#pending = [];
    this.#ofVehicle = new Map();
    this.#counted = new Map();
    if (counted.size > 0) await writeDuplicates(this.#pool, counted);
    if (kept.length > 0) await writeTraces(this.#pool, kept);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#off();
    await this.flush();
    await this.flush();
  }
}

async function writeDuplicates(pool: Pool, counted: ReadonlyMap<number, number>): Promise<void> {
  await pool.query(
    `insert into dev_device_day as d (vehicle_id, day, duplicates) select v, $3::date, n from unnest($1::bigint[], $2::bigint[]) as u(v, n) order by 1
     on conflict (vehicle_id, day) do update set duplicates = d.duplicates + excluded.duplicates`,
    [[...counted.keys()], [...counted.values()], shanghaiDay(Date.now())],
  );
}

/** Adds to the rings and notifies watching users. */
async function writeTraces(pool: Pool, traces: readonly Trace[]): Promise<void> {
  const rows = traces.map((trace) => ({
    vehicle_id: trace.vehicleId,
    recv_time: new Date(trace.recv),
    kind: trace.kind,
    size: trace.size,
    outcome: trace.outcome,
    reasons: trace.reasons,
    payload: trace.payload,
  }));
  const ids = [...new Set(traces.map((trace) => trace.vehicleId))];
  await pool.query(
    `insert into dev_message (vehicle_id, recv_time, kind, size, outcome, reasons, payload)
     select vehicle_id, recv_time, kind, size, outcome, reasons, payload from json_populate_recordset(null::dev_message, $1)`,
    [JSON.stringify(rows)],
  );
  await pool.query(
    `delete from dev_message m using (
       select v, (select id from dev_message where vehicle_id = v order by id desc offset ${ringSize} limit 1) as last from unnest($1::bigint[]) v) old
     where m.vehicle_id = old.v and m.id <= old.last`,
    [ids],
  );
  await pool.query('select pg_notify($1, $2)', ['wh_live', JSON.stringify({ t: traceTopic, d: { ids } })]);
}
