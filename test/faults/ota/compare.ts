import type pg from 'pg';
import { notZero } from '../trial.ts';
import type { Fleet } from './fleet.ts';
import type { Pause } from './pause.ts';
import type { Vehicle } from './vehicle.ts';

export type Counts = Readonly<Record<string, number | string>>;

interface Compared {
  readonly pool: pg.Pool;
  readonly fleet: Fleet;
  readonly taskId: string;
  readonly pauses: readonly Pause[];
  readonly ratePerMinute: number;
}

interface Row {
  readonly id: string;
  readonly imei: string;
  readonly status: number;
  readonly attempt: number;
  readonly failCode: string | null;
  readonly isOpen: boolean;
  /** Entries of the log. */
  readonly ends: number;
  readonly failures: number;
  readonly jobs: number;
  readonly holds: number;
  readonly lastStatus: number | null;
}

async function rowsOf({ pool, taskId }: Compared): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>(
    `select x.id::text as id, v.imei, x.status::int as status, x.attempt, x.fail_code as "failCode", x.next_time is not null as "isOpen",
       l.ends, l.failures, l.jobs, l.holds, l.last as "lastStatus"
     from ota_execution x join veh_vehicle v on v.id = x.vehicle_id left join (
       select execution_id, count(*) filter (where status in (5, 6, 8, 9))::int as ends, count(*) filter (where status = 7)::int as failures,
         count(*) filter (where event = 'download')::int as jobs, count(*) filter (where event in ('hold', 'unreached'))::int as holds,
         (array_agg(status order by id desc))[1]::int as last from ota_execution_log group by 1) l on l.execution_id = x.id
     where x.task_id = $1 and not x.deleted`,
    [taskId],
  );
  return rows;
}

/** Numbers of the monitor that differ from the rows that they are about. */
async function wrongNumbers({ pool, taskId }: Compared): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select status, sum(n) as n from ota_execution_count where task_id = $1 group by 1 having sum(n) <> 0) c
     full join (select status, count(*) as n from ota_execution where task_id = $1 and not deleted group by 1) x using (status) where c.n is distinct from x.n`,
    [taskId],
  );
  return rows[0]?.n ?? 0;
}

/** Most jobs that went out within any minute. */
async function mostInAMinute({ pool, taskId }: Compared): Promise<number> {
  const { rows } = await pool.query<{ at: number }>(
    `select extract(epoch from l.time)::float8 as at from ota_execution_log l join ota_execution x on x.id = l.execution_id
     where x.task_id = $1 and l.event = 'download' order by l.time`,
    [taskId],
  );
  let [most, from] = [0, 0];
  for (const [to, { at }] of rows.entries()) {
    while ((rows[from]?.at ?? at) <= at - 60) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

const [succeeded, rolledBack, failed] = [5, 6, 7];
const terminal: readonly number[] = [succeeded, rolledBack, failed, 8, 9];

/** Whether an execution ended once, in the state that it is in, and each attempt had one job. */
function isWell({ status, attempt, isOpen, ends, failures, jobs, holds, lastStatus }: Row): boolean {
  const endedOnce = ends + (status === failed ? 1 : 0) === 1 && failures <= attempt;
  return (
    terminal.includes(status) &&
    !isOpen &&
    endedOnce &&
    lastStatus === status &&
    jobs >= attempt &&
    jobs <= attempt + holds
  );
}

/** Whether the platform knows of a vehicle what the vehicle knows of itself. */
function isAgreed(row: Row, vehicle: Vehicle, to: string): boolean {
  const hasIt = vehicle.version === to;
  if (row.status === succeeded || hasIt) return row.status === succeeded && hasIt;
  const isLost = !vehicle.jobs.includes(`${row.id}.${row.attempt}`);
  if (isLost) return row.status === failed && row.failCode === 'E05';
  switch (vehicle.last?.fate) {
    case 'rollsBack':
      return row.status === rolledBack;
    case 'lies':
      return row.status === failed && row.failCode === 'E08';
    case 'silent':
      return row.status === failed && row.failCode === 'E05';
    default:
      return row.status === failed && row.failCode === vehicle.failure;
  }
}

/** What the database says of vehicles and what they say themselves, where these differ, with how often. */
function differences(rows: readonly Row[], fleet: Fleet): string[] {
  const byImei = new Map(rows.map((row) => [row.imei, row]));
  const to = fleet.road.versions.to;
  const found = fleet.vehicles.flatMap((vehicle) => {
    const row = byImei.get(vehicle.imei);
    if (row === undefined || isAgreed(row, vehicle, to)) return [];
    const { last, failure = '-', version } = vehicle;
    const heard = last?.job === `${row.id}.${row.attempt}` ? 'its last job' : 'another job';
    return [
      `state ${row.status} ${row.failCode ?? '-'} in attempt ${row.attempt}; the vehicle heard ${heard}, fate ${last?.fate ?? '-'}, failure ${failure}, runs ${version}`,
    ];
  });
  return [...Map.groupBy(found, (what) => what)].map(([what, all]) => `${all.length} × ${what}`);
}

/** What must be zero. */
function faultsOf(rows: readonly Row[], { fleet, pauses }: Compared) {
  const byImei = new Map(rows.map((row) => [row.imei, row]));
  const strangers = fleet.sum(
    ({ imei, jobs }) =>
      jobs.filter((job) => {
        const [id, attempt] = job.split('.');
        const row = byImei.get(imei);
        return row === undefined || row.id !== id || Number(attempt) > row.attempt;
      }).length,
  );
  const to = fleet.road.versions.to;
  return {
    'executions not in exactly one terminal state': rows.filter((row) => !isWell(row)).length,
    'vehicles without an execution': fleet.vehicles.filter(({ imei }) => !byImei.has(imei)).length,
    'vehicles with a further job before the one before was over': fleet.sum(({ jobsTwice }) => jobsTwice),
    'vehicles with a job after their success': fleet.sum(({ jobsWhenDone }) => jobsWhenDone),
    'vehicles that installed it more than once': fleet.vehicles.filter(({ installs }) => installs > 1).length,
    'jobs heard that the database did not send': strangers,
    'vehicles of which the database says something else than they do': fleet.vehicles.filter((vehicle) => {
      const row = byImei.get(vehicle.imei);
      return row !== undefined && !isAgreed(row, vehicle, to);
    }).length,
    'sent during a pause, by the database': pauses.reduce((sum, one) => sum + one.sentAfter - one.sentBefore, 0),
    'left waiting for vehicles when a pause began': pauses.reduce((sum, { waiting }) => sum + waiting, 0),
    'first heard by vehicles during a pause': pauses.reduce((sum, { heard }) => sum + heard, 0),
  };
}

/** The devices' side against the database's. */
export async function compare(compared: Compared): Promise<{ counts: Counts; wrong: readonly string[] }> {
  const { fleet, ratePerMinute } = compared;
  const rows = await rowsOf(compared);
  const of = (status: number): number => rows.filter((row) => row.status === status).length;
  const zeros = {
    ...faultsOf(rows, compared),
    'states that the monitor counts otherwise': await wrongNumbers(compared),
  };
  const most = await mostInAMinute(compared);
  const attempts = rows.reduce((sum, { attempt }) => sum + attempt, 0);
  const counts = {
    vehicles: fleet.vehicles.length,
    'executions: succeeded / rolled back / failed / cancelled': `${of(5)} / ${of(6)} / ${of(7)} / ${of(8)}`,
    'vehicles that run the new version': fleet.vehicles.filter(({ version }) => version === fleet.road.versions.to)
      .length,
    'attempts sent by the database / heard by vehicles': `${attempts} / ${fleet.sum(({ jobs }) => jobs.length)}`,
    'known jobs handed over again and recognised': fleet.sum(({ repeats }) => repeats),
    'jobs heard before the failure of the one before was acknowledged': fleet.sum(({ jobsEarly }) => jobsEarly),
    'connections of vehicles': fleet.sum(({ connects }) => connects),
    'most sent in any 60 s (rate a minute)': `${most} (${ratePerMinute})`,
    ...zeros,
  };
  const wrong = notZero(zeros);
  if (most > ratePerMinute) wrong.push(`${most} sent in 60 s`);
  if (rows.length !== fleet.vehicles.length) wrong.push(`${rows.length} executions`);
  wrong.push(...differences(rows, fleet));
  return { counts, wrong };
}
