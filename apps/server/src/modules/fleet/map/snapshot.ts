import type { Pool } from 'pg';
import { z } from 'zod';
import { factSql } from '../../../db/facts.ts';
import type { App } from '../../../http/context.ts';
import { FleetColumns, type FleetRow } from './columns.ts';
import { cityIndex, noCity } from './geo.ts';

/** Notices of the gateway: ids of vehicles whose latest state changed. */
const notice = z.object({ ids: z.array(z.number()) });
const perRead = 10_000;
/** Vehicles edited so long before a refresh are read again: their transaction may have committed after the last one looked. */
const overlapMs = 60_000;
/** Edits of vehicles (model, dealer, deletion) are looked for at most so often. */
const editsEveryMs = 2_000;
/** Interval of a complete reload. */
const reloadAfterMs = 30 * 60_000;

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const selection = `select t.id, coalesce(t.vin, t.frame_no, t.imei), t.deleted, d.city_id, s.gps_lng, s.gps_lat, s.speed_kmh, s.heading, s.soc,
  ${factSql('online', 's')} is true, s.acc, s.charge_status, ${ms('s.recv_time')}, ${ms('s.report_time')}
  from veh_vehicle t left join dlr_dealer d on d.id = t.dealer_id left join veh_vehicle_status s on s.vehicle_id = t.id`;
const afterId = `${selection} where t.id > $1 and not t.deleted order by t.id limit ${perRead}`;
const byIds = `${selection} where t.id = any($1::bigint[])`;
const edits = (deleted: string) =>
  `select id, ${ms('update_time')} as at from veh_vehicle where ${deleted} and update_time > $1`;
const edited = `${edits('not deleted')} union all ${edits('deleted')}`;

const cityNumber = (id: string | null): number => (id === null ? noCity : (cityIndex.get(id) ?? noCity));

/**
 * Latest states of the whole fleet in this process, so that a map of a hundred thousand vehicles is answered without reading them. Loaded at
 * its first use; then one query reads only the vehicles that the gateway's notices name. Callers check the scope.
 */
export class Fleet {
  readonly #pool: Pool;
  #columns = new FleetColumns();
  #dirty = new Set<number>();
  #stale = true;
  #turn = 0;
  #readAt = 0;
  #loadedAt = 0;
  #editsAt = 0;
  #editsUntil = 0;
  /** Edits already read, by vehicle: the overlap finds them again. */
  #edits = new Map<string, number>();
  #running: Promise<void> | undefined;

  constructor(app: Pick<App, 'pool' | 'live'>) {
    this.#pool = app.pool;
    app.live.subscribe('telemetry', (data) => this.#noticed(data));
    app.live.onResync(() => (this.#stale = true));
  }

  get columns(): FleetColumns {
    return this.#columns;
  }
  /** Number of the last refresh; `columns.changed` compares with it. */
  get turn(): number {
    return this.#turn;
  }

  #noticed(data: unknown): void {
    if (this.#stale) return;
    const parsed = notice.safeParse(data);
    if (parsed.success) for (const id of parsed.data.ids) this.#dirty.add(id);
  }

  /** Reads what changed, unless that was done less than `maxAgeMs` ago; callers at the same time share one reading. */
  refresh(maxAgeMs = 500): Promise<void> {
    if (!this.#stale && Date.now() - this.#readAt < maxAgeMs) return Promise.resolve();
    return (this.#running ??= this.#refresh().finally(() => (this.#running = undefined)));
  }

  async #refresh(): Promise<void> {
    const now = Date.now();
    if (this.#stale || now - this.#loadedAt > reloadAfterMs) return this.#load(now);
    if (now - this.#editsAt >= editsEveryMs) await this.#readEdits(now);
    const ids = [...this.#dirty];
    this.#dirty = new Set();
    try {
      if (ids.length > 0) this.#turn++;
      for (let at = 0; at < ids.length; at += perRead)
        await this.#read(byIds, [ids.slice(at, at + perRead)], this.#columns);
    } catch (error) {
      for (const id of ids) this.#dirty.add(id);
      throw error;
    }
    this.#readAt = now;
  }

  async #readEdits(now: number): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; at: number }>(edited, [
      new Date(this.#editsUntil - overlapMs),
    ]);
    for (const { id, at } of rows) if (this.#edits.get(id) !== at) this.#dirty.add(Number(id));
    this.#edits = new Map(rows.map(({ id, at }) => [id, at]));
    [this.#editsAt, this.#editsUntil] = [now, now];
  }

  async #load(now: number): Promise<void> {
    this.#stale = false;
    this.#dirty = new Set();
    try {
      const columns = new FleetColumns();
      this.#turn++;
      for (let last = '0', count = perRead; count === perRead;)
        ({ last, count } = await this.#read(afterId, [last], columns));
      this.#columns = columns;
      [this.#loadedAt, this.#readAt, this.#editsAt, this.#editsUntil] = [now, now, now, now];
    } catch (error) {
      this.#stale = true;
      throw error;
    }
  }

  async #read(text: string, values: readonly unknown[], into: FleetColumns): Promise<{ last: string; count: number }> {
    const { rows } = await this.#pool.query<FleetRow & unknown[]>({ text, values: [...values], rowMode: 'array' });
    for (const row of rows) into.put(row, this.#turn, cityNumber);
    return { last: rows.at(-1)?.[0] ?? '0', count: rows.length };
  }
}

const fleets = new WeakMap<App, Fleet>();

/** The fleet of this process, made at its first use. */
export function fleetOf(app: App): Fleet {
  const known = fleets.get(app);
  if (known) return known;
  const made = new Fleet(app);
  fleets.set(app, made);
  return made;
}
