import { recordOf } from '@wheelhouse/contract/object';
import type { App } from '../../http/context.ts';
import { followerMetrics } from '../../work/round-metrics.ts';
import { startRounds } from '../../work/rounds.ts';
import { Share } from '../../work/share.ts';
import { updateTrips } from './engine.ts';

/** Interval between two rounds, ms. */
const roundMs = 10_000;
/** The same until this process knows which vehicles it follows. */
const unknownMs = 100;
/** Interval of the search for vehicles whose notices were missed, ms. */
const sweepMs = 600_000;
const perTransaction = 100;
const perSweep = 5_000;

/** Vehicles of these whose newest sample has not been read. */
const behind = `select s.vehicle_id::text as id from veh_vehicle_status s left join veh_trip_progress p on p.vehicle_id = s.vehicle_id
  where s.report_time is not null and (p.until is null or s.report_time > p.until)`;
const lateOnes = 'select vehicle_id::text as id from veh_telemetry_late';
/** Finds control unit replacements recorded or voided since the last round: each explains, or no longer explains, an odometer jump near its time, so trips of that time are recognised again. */
const markReplaced = `insert into veh_telemetry_late as l (vehicle_id, from_time, to_time)
  select r.vehicle_id, min(r.replace_time) - interval '1 day', max(r.replace_time) + interval '1 day'
  from veh_replacement_record r join veh_trip_progress p on p.vehicle_id = r.vehicle_id
  where r.device_type = 1 and r.update_time > $1 and r.update_time <= $2 group by 1
  on conflict (vehicle_id) do update set from_time = least(l.from_time, excluded.from_time), to_time = greatest(l.to_time, excluded.to_time)`;

/** Keeps trips and mileage up to date with the telemetry; any number of processes share the vehicles. */
class TripWorker {
  readonly #app: App;
  readonly #waiting = new Set<string>();
  readonly #metrics: ReturnType<typeof followerMetrics>;
  readonly #share: Share;
  readonly #unsubscribe: readonly (() => void)[];
  readonly #rounds: { stop(): Promise<void> };
  #stopped = false;
  #sweepAt = Infinity;
  #replacedSince = new Date(Date.now() - 86_400_000);

  constructor(app: App) {
    this.#app = app;
    this.#metrics = followerMetrics(app.metrics, 'trips');
    this.#share = new Share(app, 'trips', () => (this.#sweepAt = 0));
    this.#unsubscribe = [
      app.live.subscribe('telemetry', (data) => this.#noticed(data)),
      app.live.onResync(() => (this.#sweepAt = 0)),
    ];
    this.#rounds = startRounds(
      app,
      { name: 'trips.trips', failure: 'trips could not be brought up to date' },
      async () => {
        await this.#round();
        return this.#share.isKnown ? roundMs : unknownMs;
      },
    );
  }

  #noticed(data: unknown): void {
    const { ids } = recordOf(data);
    if (Array.isArray(ids)) for (const id of ids) if (this.#share.holds(Number(id))) this.#waiting.add(String(id));
  }

  async #round(): Promise<void> {
    if (Date.now() >= this.#sweepAt) await this.#sweep();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (let at = 0; at < waiting.length; at += perTransaction) {
      const ids = waiting.slice(at, at + perTransaction);
      if (this.#stopped) return;
      this.#metrics.waiting(this.#waiting.size + waiting.length - at);
      try {
        await this.#update(ids);
      } catch (error) {
        for (const id of waiting.slice(at)) this.#waiting.add(id);
        throw error;
      }
    }
    this.#metrics.waiting(this.#waiting.size);
  }

  async #update(ids: readonly string[]): Promise<void> {
    const { pool } = this.#app;
    const { rows } = await pool.query<{ id: string }>(
      `${behind} and s.vehicle_id = any($1::bigint[]) union ${lateOnes} where vehicle_id = any($1::bigint[])`,
      [ids],
    );
    if (rows.length === 0) return;
    const left = await updateTrips(
      pool,
      rows.map((row) => row.id),
    );
    for (const id of left) this.#waiting.add(id);
    this.#metrics.dealtWith(rows.length - left.length);
  }

  async #sweep(): Promise<void> {
    const { pool } = this.#app;
    const {
      rows: [clock],
    } = await pool.query<{ now: Date }>('select now() as now');
    const now = clock?.now ?? new Date();
    await pool.query(markReplaced, [this.#replacedSince, now]);
    this.#replacedSince = now;
    const share = this.#share.where('s.vehicle_id');
    for (let last = '0'; ;) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from (${behind} and s.vehicle_id > $1 and ${share} order by s.vehicle_id limit ${perSweep}) b`,
        [last],
      );
      for (const { id } of rows) this.#waiting.add(id);
      if (rows.length < perSweep) break;
      last = rows.at(-1)?.id ?? last;
    }
    const late = await pool.query<{ id: string }>(`${lateOnes} where ${this.#share.where('vehicle_id')}`);
    for (const { id } of late.rows) this.#waiting.add(id);
    this.#sweepAt = Date.now() + sweepMs;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#unsubscribe) stop();
    await this.#share.stop();
    await this.#rounds.stop();
  }
}

/** Work of the role `worker`: trips and mileage, near real time. */
export const startTrips = (app: App): { stop(): Promise<void> } => new TripWorker(app);
