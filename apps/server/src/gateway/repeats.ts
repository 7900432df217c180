import type { PoolClient } from 'pg';
import type { Reading } from './samples.ts';
import type { EventItem, Item, TelemetryItem } from './types.ts';

/** A message whose time gave way to that of its receipt is looked for so far back. */
const lookBackMs = 86_400_000;

interface Wanted {
  readonly n: number;
  readonly vehicle: number;
  readonly boot: number | null;
  readonly seq: number | null;
  /** When it was stored, if it is the same: its device times, or the time before its receipt. */
  readonly from: Date;
  readonly to: Date;
}

const wantedRows =
  'json_to_recordset($1) as w(n int, vehicle bigint, boot bigint, seq bigint, "from" timestamptz, "to" timestamptz, kind text, "said" bigint, payload text)';
const knownSamples = `select w.n from ${wantedRows} where exists (select from veh_telemetry t
  where t.vehicle_id = w.vehicle and t.ts >= w."from" and t.ts <= w."to"
    and (w.said is null or (t.boot = w.boot and t.seq = w.seq and t.parts ->> 'saidTs' = w.said::text)))`;
const knownEvents = `select w.n from ${wantedRows} where exists (select from veh_device_event e
  where e.vehicle_id = w.vehicle and e.ts >= w."from" and e.ts <= w."to" and e.boot = w.boot and e.seq = w.seq
    and e.kind = w.kind and (e.payload is null or e.payload = w.payload::jsonb))`;

function wantedSample(item: TelemetryItem, n: number): (Wanted & { readonly said: number | null }) | undefined {
  const [first] = item.readings;
  if (!first) return undefined;
  const at = new Date(first.ts);
  const isSaid = first.said === null;
  return {
    n,
    vehicle: item.device.vehicleId,
    boot: item.boot,
    seq: item.seq,
    from: isSaid ? at : new Date(item.recv - lookBackMs),
    to: isSaid ? at : new Date(item.recv),
    said: first.said,
  };
}

function wantedEvent(item: EventItem, n: number) {
  // Where the device gave no time it has that of its receipt.
  const hasTime = item.said === null && item.ts !== item.recv;
  return {
    n,
    vehicle: item.device.vehicleId,
    boot: item.boot,
    seq: item.seq,
    from: new Date(hasTime ? item.ts : item.recv - lookBackMs),
    to: new Date(hasTime ? item.ts : item.recv),
    kind: item.kind,
    payload: item.payload,
  };
}

async function knownOf(client: PoolClient, statement: string, wanted: readonly Wanted[]): Promise<Set<number>> {
  if (wanted.length === 0) return new Set();
  const { rows } = await client.query<{ n: number }>(statement, [JSON.stringify(wanted)]);
  return new Set(rows.map((row) => row.n));
}

/**
 * Of messages whose number is stored already, those that are not what is stored with it: the device has lost its memory and counts from the beginning.
 * @param items with numbers that had been stored before this batch
 */
export async function renumbered(client: PoolClient, items: readonly Item[]): Promise<Item[]> {
  const samples = items.flatMap((item, n) => (item.type === 'telemetry' ? (wantedSample(item, n) ?? []) : []));
  const events = items.flatMap((item, n) => (item.type === 'event' ? [wantedEvent(item, n)] : []));
  const asked = new Set([...samples, ...events].map(({ n }) => n));
  const known = await knownOf(client, knownSamples, samples);
  for (const n of await knownOf(client, knownEvents, events)) known.add(n);
  return items.filter((_, n) => asked.has(n) && !known.has(n));
}

/** A sample that is no newer than what its vehicle had sent before: it may have come under another number. */
export interface Suspect {
  readonly item: TelemetryItem;
  readonly reading: Reading;
}

const content = (alias: string): string => `to_jsonb(${alias}) - '{recv_time,boot,seq,idx}'::text[]`;
const place = (alias: string): string => `(${alias}.recv_time, ${alias}.boot, ${alias}.seq, ${alias}.idx)`;
const dropRepeats = `delete from veh_telemetry a using json_to_recordset($1) as s(vehicle bigint, ts timestamptz, boot bigint, seq bigint, idx int)
  where a.vehicle_id = s.vehicle and a.ts = s.ts and a.boot = s.boot and a.seq = s.seq and a.idx = s.idx and a.ts >= $2 and a.ts <= $3
    and exists (select from veh_telemetry b where b.vehicle_id = a.vehicle_id and b.ts = a.ts and b.ts >= $2 and b.ts <= $3
      and ${place('b')} < ${place('a')} and ${content('b')} = ${content('a')})`;

/**
 * Takes out of the history what is there already, word for word, under another number of the same vehicle: some devices number a message again each time
 * they send it. In the transaction that has just written it.
 * @returns the number of samples taken out
 */
export async function dropRepeated(client: PoolClient, suspects: readonly Suspect[]): Promise<number> {
  if (suspects.length === 0) return 0;
  const times = suspects.map(({ reading }) => reading.ts);
  const rows = suspects.map(({ item, reading }) => ({
    vehicle: item.device.vehicleId,
    ts: new Date(reading.ts),
    boot: item.boot,
    seq: item.seq,
    idx: reading.idx,
  }));
  const least = times.reduce((a, b) => Math.min(a, b));
  const most = times.reduce((a, b) => Math.max(a, b));
  const { rowCount } = await client.query(dropRepeats, [JSON.stringify(rows), new Date(least), new Date(most)]);
  return rowCount ?? 0;
}
