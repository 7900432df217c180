import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import { isDeviceId } from '@wheelhouse/contract/device/topics';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { cleanText } from './json.ts';
import type { GatewayMetrics } from './metrics.ts';
import { numberText } from './seen.ts';
import type { Item } from './types.ts';

/** Refusals of one device for one reason on one day. */
export interface Count {
  readonly deviceId: string;
  readonly vehicleId: number | null;
  readonly reason: RefusalReason;
  readonly day: string;
  readonly first: number;
  last: number;
  count: number;
  sample: string;
}

/** More than this many counters between two flushes: further ones go to the nameless device. */
const maxCounters = 5_000;
/** So many unregistered devices get counters of their own a day, so that invented numbers cannot fill the table. */
const maxStrangers = 1_000;
const flushMs = 1_000;
const logEveryMs = 60_000;

export const shanghaiDay = (ms: number) => new Date(ms + 8 * 3600_000).toISOString().slice(0, 10);

/** Counts what is refused; written to `dev_refusal` every second, logged once a minute per device. */
export class Refusals {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #metrics: GatewayMetrics;
  #counts = new Map<string, Count>();
  readonly #logged = new Map<string, number>();
  readonly #strangers = new Set<string>();
  #strangersDay = '';
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | undefined;

  constructor(pool: Pool, log: Logger, metrics: GatewayMetrics) {
    this.#pool = pool;
    this.#log = log;
    this.#metrics = metrics;
    this.#timer = setInterval(() => void this.flush(), flushMs);
  }

  /** @param vehicleId null for a device nobody has registered @param detail what was refused; never a secret */
  count(deviceId: string, vehicleId: number | null, reason: RefusalReason, detail: string): void {
    const now = Date.now();
    this.#metrics.refusals.inc({ reason });
    const day = shanghaiDay(now);
    const name = vehicleId === null ? this.#strangerName(deviceId, day) : deviceId;
    let key = `${name}\n${reason}\n${day}`;
    let count = this.#counts.get(key);
    if (!count && this.#counts.size >= maxCounters) {
      key = `\n${reason}\n${day}`;
      count = this.#counts.get(key);
    }
    if (!count) {
      const counted = key.startsWith('\n') ? { deviceId: '', vehicleId: null } : { deviceId: name, vehicleId };
      count = { ...counted, reason, day, first: now, last: now, count: 0, sample: '' };
      this.#counts.set(key, count);
    }
    count.count++;
    count.last = now;
    count.sample = cleanText(detail.slice(0, 200));
    this.#logSometimes(name, vehicleId, reason, now);
  }

  /** Messages that are stored, though others of their devices had their numbers. */
  renumbered(items: readonly Item[]): void {
    for (const item of items) this.count(item.device.deviceId, item.device.vehicleId, 'renumbered', numberText(item));
  }

  #strangerName(deviceId: string, day: string): string {
    if (day !== this.#strangersDay) {
      this.#strangersDay = day;
      this.#strangers.clear();
    }
    if (!isDeviceId(deviceId)) return '';
    if (this.#strangers.has(deviceId)) return deviceId;
    if (this.#strangers.size >= maxStrangers) return '';
    this.#strangers.add(deviceId);
    return deviceId;
  }

  #logSometimes(name: string, vehicleId: number | null, reason: RefusalReason, now: number): void {
    if (now - (this.#logged.get(name) ?? 0) < logEveryMs) return;
    if (this.#logged.size >= maxCounters) this.#logged.clear();
    this.#logged.set(name, now);
    this.#log.warn({ vehicleId, reason }, 'refused from a device');
  }

  /** Writes the counters. A failure keeps them for the next time. */
  async flush(): Promise<void> {
    if (this.#flushing) return this.#flushing;
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    this.#flushing = writeCounts(this.#pool, [...counts.values()])
      .catch((error: unknown) => {
        for (const [key, lost] of counts) {
          const newer = this.#counts.get(key);
          if (newer) newer.count += lost.count;
          else this.#counts.set(key, lost);
        }
        this.#log.warn({ err: error }, 'refusal counters not written yet');
      })
      .finally(() => (this.#flushing = undefined));
    return this.#flushing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.flush();
  }
}

/** Adds counts to what `dev_refusal` holds. */
export async function writeCounts(pool: Pool, counts: readonly Count[]): Promise<void> {
  const rows = counts.map((c) => ({
    device_id: c.deviceId,
    vehicle_id: c.vehicleId,
    reason: c.reason,
    day: c.day,
    count: c.count,
    first_time: new Date(c.first),
    last_time: new Date(c.last),
    sample: c.sample,
  }));
  await pool.query(
    `insert into dev_refusal as r (device_id, day, reason, vehicle_id, count, first_time, last_time, sample)
     select device_id, day, reason, vehicle_id, count, first_time, last_time, sample
     from json_populate_recordset(null::dev_refusal, $1) order by 1, 2, 3
     on conflict (device_id, day, reason) do update set
       count = r.count + excluded.count, last_time = excluded.last_time, sample = excluded.sample,
       vehicle_id = coalesce(excluded.vehicle_id, r.vehicle_id)`,
    [JSON.stringify(rows)],
  );
}
