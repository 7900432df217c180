import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { factSql } from '../db/facts.ts';
import { clientTransaction } from '../db/pool.ts';
import { inRound } from '../tracing/spans.ts';
import { notifyVehicles, writeEvents } from './events.ts';

const everyMs = 10_000;
/** A gap between successful sweeps from which the platform, not the fleet, counts as having been away. */
const gapMs = 30_000;
const perSweep = 5_000;
/** Only one process of all sweeps at a time. */
const lockKey = 0x77_68_73_77;
const connectionDays = 30;

interface Options {
  readonly pool: Pool;
  readonly log: Logger;
  /** Since when this process receives from devices, ms since epoch; 0 while it does not (outside broker away). */
  readonly hearingSince: () => number;
  readonly everyMs?: number;
  readonly now?: () => number;
}

const sweepSql = `
  with gone as materialized (
    select s.vehicle_id from veh_vehicle_status s
    join veh_vehicle v on v.id = s.vehicle_id left join veh_type t on t.id = v.vehicle_type_id
    where ${factSql('online', 's')}
      and greatest(s.recv_time, s.online_since, $1::timestamptz) < $2::timestamptz - make_interval(secs => coalesce(t.online_timeout_sec, 600))
    order by s.vehicle_id limit ${perSweep} for update of s skip locked)
  update veh_vehicle_status s set online = 0, offline_time = $2 from gone where s.vehicle_id = gone.vehicle_id
  returning s.vehicle_id`;

/**
 * Marks vehicles offline that have been silent longer than their model allows. Silence while the platform itself was away does not count:
 * after a start, an outage of the database or of the outside broker, every vehicle has its full time to report again.
 */
export class OfflineSweep {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #aliveSince: number;
  #lastGood: number;
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#aliveSince = this.#lastGood = this.#now();
    this.#timer = setInterval(() => void this.run(), options.everyMs ?? everyMs);
  }

  /** Sweeps once, unless a sweep is under way. Never throws. */
  run(): Promise<void> {
    return (this.#running ??= inRound('offline sweep', () => this.#sweep())
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'offline sweep failed'))
      .finally(() => (this.#running = undefined)));
  }

  async #sweep(): Promise<void> {
    const now = this.#now();
    if (now - this.#lastGood > gapMs) this.#aliveSince = now;
    const hearing = this.#options.hearingSince();
    if (hearing === 0) return;
    const anchor = Math.max(this.#aliveSince, hearing);
    // A network that is gone takes hundreds of thousands with it.
    let gone: number;
    do {
      gone = await clientTransaction(this.#options.pool, (client) => this.#inTransaction(client, anchor, now));
    } while (gone === perSweep);
    this.#lastGood = now;
  }

  async #inTransaction(client: PoolClient, anchor: number, now: number): Promise<number> {
    const lock = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [lockKey]);
    if (!lock.rows[0]?.got) return 0;
    const { rows } = await client.query<{ vehicle_id: string }>(sweepSql, [new Date(anchor), new Date(now)]);
    if (rows.length === 0) return 0;
    const ids = rows.map((row) => Number(row.vehicle_id));
    await writeEvents(client, [], {
      presence: ids.map((vehicleId) => ({ vehicleId, online: false, at: now })),
      late: [],
      suspects: [],
    });
    await notifyVehicles(client, ids);
    this.#options.log.info({ vehicles: ids.length }, 'vehicles went offline');
    return rows.length;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Drops connections that are no longer needed. */
export async function cleanConnections(pool: Pool): Promise<void> {
  await pool.query(`delete from dev_connection where connect_time < now() - interval '${connectionDays} days'`);
}
