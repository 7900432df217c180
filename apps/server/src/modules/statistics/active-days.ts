import { formatDay } from '@wheelhouse/contract/time';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../http/context.ts';
import type { Job } from '../module.ts';
import { dayStart } from './days.ts';

const perStatement = 1_000;
/** Days rebuilt every night, for late data. */
const nightlyDays = 3;
/** Days counted the first time. */
const firstDays = 31;
const keptDays = 400;
/** A batch may commit so long after the receive time of its messages. */
const overlapMs = 90_000;
/** How long a call waits for the very first counting. */
const firstWaitMs = 1_000;
const progressName = 'activeDays';

const probe = (
  direction: 'asc' | 'desc',
) => `(select h.odo_m from veh_telemetry h where h.vehicle_id = v.id and h.ts >= $3 and h.ts < $4 and h.odo_m is not null
  order by h.ts ${direction} limit 1)`;
/** From more than so many metres a vehicle is active; the generated column says the same. */
const activeMetres = 100;
/** When a vehicle had ridden so far: looked for once a vehicle and day. */
const since = `(select min(h.ts) from veh_telemetry h where h.vehicle_id = v.id and h.ts >= $3 and h.ts < $4 and h.odo_m > a.odo_m + ${activeMetres})`;
const upsert = `insert into stat_active_day as s (stat_date, vehicle_id, from_m, to_m, active_at)
  select $1::date, v.id, a.odo_m, b.odo_m,
    case when b.odo_m - a.odo_m <= ${activeMetres} then null when k.active_at is not null then k.active_at else ${since} end
  from unnest($2::bigint[]) v(id) cross join lateral ${probe('asc')} a cross join lateral ${probe('desc')} b
  left join stat_active_day k on k.stat_date = $1::date and k.vehicle_id = v.id
  on conflict (stat_date, vehicle_id) do update set from_m = excluded.from_m, to_m = excluded.to_m, active_at = excluded.active_at
  where (s.from_m, s.to_m, s.active_at) is distinct from (excluded.from_m, excluded.to_m, excluded.active_at)`;
const saveProgress =
  'insert into stat_progress (name, until) values ($1, $2) on conflict (name) do update set until = excluded.until';

type Pools = Pick<App, 'pool'>;

/** Counts the day of an instant again for some vehicles, from their first and last odometer of that day. */
export async function countDay({ pool }: Pools, at: Date, ids: readonly string[]): Promise<void> {
  const [from, to] = [dayStart(at), dayStart(at, -1)];
  for (let i = 0; i < ids.length; i += perStatement)
    await pool.query(upsert, [formatDay(from), ids.slice(i, i + perStatement), from, to]);
}

/** Vehicles by the time of their last sample (`report_time`) or last message (`recv_time`), a thousand at a time. */
async function* reportedSince(
  { pool }: Pools,
  column: 'report_time' | 'recv_time',
  since: Date,
): AsyncGenerator<string[]> {
  for (let last = '0'; ;) {
    const { rows } = await pool.query<{ id: string }>(
      `select vehicle_id as id from veh_vehicle_status where ${column} >= $1 and vehicle_id > $2 order by vehicle_id limit ${perStatement}`,
      [since, last],
    );
    if (rows.length > 0) yield rows.map((row) => row.id);
    if (rows.length < perStatement) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Counts the last `days` days of every vehicle that reported since then; in small steps, so that ingest and calls go on. */
export async function recountDays(app: Pools, days: number, now = new Date()): Promise<void> {
  for await (const ids of reportedSince(app, 'report_time', dayStart(now, days - 1))) {
    for (let back = 0; back < days; back++) await countDay(app, dayStart(now, back), ids);
    await sleep(20);
  }
}

async function progress({ pool }: Pools): Promise<Date | undefined> {
  const { rows } = await pool.query<{ until: Date }>('select until from stat_progress where name = $1', [progressName]);
  return rows[0]?.until;
}

/** Counts the vehicles heard of since the last time; the first time, a month of all of them. */
export async function countRecent(app: Pools): Promise<void> {
  const now = new Date();
  const until = await progress(app);
  if (until === undefined) await recountDays(app, firstDays, now);
  else {
    for await (const ids of reportedSince(app, 'recv_time', new Date(until.getTime() - overlapMs))) {
      // Yesterday too: what was ridden before midnight may come after it.
      for (const back of [0, 1]) await countDay(app, dayStart(now, back), ids);
    }
  }
  await app.pool.query(saveProgress, [progressName, now]);
}

const first = new WeakMap<App, Promise<void>>();

/** Before the first run of the job there are no numbers: starts the count and waits briefly for it. */
export async function ensureCounted(app: App): Promise<void> {
  let counting = first.get(app);
  if (!counting) {
    counting = progress(app)
      .then((until) => (until === undefined ? countRecent(app) : undefined))
      .catch((error: unknown) => {
        first.delete(app);
        app.log.warn({ err: error }, 'active days could not be counted');
      });
    first.set(app, counting);
  }
  await Promise.race([counting, sleep(firstWaitMs, undefined, { ref: false })]);
}

/** The worker's part of the statistics. */
export const statisticsJobs: readonly Job[] = [
  { name: 'statistics.activeToday', cron: '* * * * *', run: countRecent },
  {
    name: 'statistics.activeDays',
    cron: '30 1 * * *',
    run: async (app) => {
      await recountDays(app, nightlyDays);
      await app.pool.query('delete from stat_active_day where stat_date < $1', [
        formatDay(dayStart(new Date(), keptDays)),
      ]);
    },
  },
];
