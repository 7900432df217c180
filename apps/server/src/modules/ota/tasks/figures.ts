import type { OtaStage } from '@wheelhouse/contract/calls/ota/tasks';
import { readStages } from '@wheelhouse/entities/ota/ota-task-rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { isAwaited } from '../../fleet/shared/service.ts';
import { execStates } from './rows.ts';

const { notStarted, notified, downloading, ready, installing, succeeded, rolledBack, failed, cancelled, refused } =
  execStates;

/** How many executions of a stage are in a state. */
export interface StageCount {
  readonly stage: number;
  readonly status: number;
  readonly n: number;
}

export async function stageCounts(db: Db | Tx, taskId: string): Promise<readonly StageCount[]> {
  const { rows } = await sql<StageCount>`
    select stage, status::int as status, sum(n)::int as n from ota_execution_count where task_id = ${taskId}
    group by stage, status having sum(n) <> 0`.execute(db);
  return rows;
}

/** Numbers of executions by how far they are, the same everywhere. */
export interface Figures {
  readonly all: number;
  readonly notStarted: number;
  readonly running: number;
  readonly succeeded: number;
  /** Failed or rolled back. */
  readonly bad: number;
}

export function figuresOf(counts: readonly StageCount[]): Figures {
  const sum = (takes: (status: number) => boolean): number =>
    counts.reduce((total, { status, n }) => (takes(status) ? total + n : total), 0);
  return {
    all: sum(() => true),
    notStarted: sum((status) => status === notStarted),
    running: sum((status) => status > notStarted && status <= installing),
    succeeded: sum((status) => status === succeeded),
    bad: sum((status) => status === rolledBack || status === failed),
  };
}

export const doneOf = ({ succeeded: good, bad }: Figures): number => good + bad;

/** Of what has ended by itself; null before there is anything. */
export const rateOf = (figures: Figures): number | null => {
  const done = doneOf(figures);
  return done === 0 ? null : Math.round((figures.succeeded * 1000) / done) / 10;
};

export interface LaidStage {
  readonly stage: number;
  readonly upTo: number;
  readonly openTime: string | null;
  /** Hours since it was opened. */
  readonly hours: number | null;
  /** The next stage began though this one was below its gate. */
  readonly forced: OtaStage['forced'];
}

export async function laidStages(db: Db | Tx, taskId: string): Promise<readonly LaidStage[]> {
  const { rows } = await sql<LaidStage>`
    select stage, up_to, ${wallClock('open_time')} as open_time, (extract(epoch from now() - open_time) / 3600)::float8 as hours,
      case when forced_by is not null then jsonb_build_object('by', (select u.real_name from sys_user u where u.id = forced_by), 'reason', forced_reason, 'rate', forced_rate) end as forced
    from ota_task_stage where task_id = ${taskId} order by stage`.execute(db);
  return rows;
}

interface Gated {
  readonly currentStage: number;
  readonly stages: unknown;
}

type Gate = OtaStage['gate'];

/** Vehicles of a stage whose results may still change, beside those of which the state says it. */
export interface Unsettled {
  readonly stage: number;
  /** Have a job that they have not answered. */
  readonly told: number;
  /** Failed, and are to be tried again. */
  readonly again: number;
}

export async function unsettledOf(db: Db | Tx, taskId: string): Promise<readonly Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select x.stage, count(*) filter (where x.status = ${sql.lit(notified)})::int as told, count(*) filter (where x.status = ${sql.lit(failed)})::int as again
    from ota_execution x where x.task_id = ${taskId} and not x.deleted
      and (${sql.raw(isAwaited('x'))} or x.status = ${sql.lit(failed)} and x.next_time is not null) group by x.stage`.execute(
    db,
  );
  return rows;
}

interface Results {
  readonly figures: Figures;
  /** Vehicles that have their job and have not come to an end with it. */
  readonly underWay: number;
  readonly again: number;
  /** Vehicles that have to have ended: the sample of the gate, or all of the stage. */
  readonly needed: number;
  readonly hours: number | null;
}

/** Percent that have succeeded if everybody of whom nothing is known yet fails; null where there is nobody. */
function worstRate({ figures, underWay, needed }: Results): number | null {
  const all = Math.max(needed, doneOf(figures) + underWay);
  return all === 0 ? null : Math.floor((figures.succeeded * 1000) / all) / 10;
}

/** What is in the way of the next stage: it is judged when everybody who was told is final or timed out, and enough of them are. */
function gateOf(
  { minHours, minSuccessRate }: { readonly minHours: number | null; readonly minSuccessRate: number | null },
  results: Results,
): Gate {
  const { figures, underWay, again, needed, hours } = results;
  // A stage may come to no vehicle: of five, 1 % and 10 % are both one.
  if (hours !== null && figures.all === 0) return 'ready';
  if (hours === null || figures.notStarted > 0 || hours < (minHours ?? 0)) return 'waiting';
  if (minSuccessRate === null) return 'ready';
  if (underWay > 0 || doneOf(figures) < needed) return 'waiting';
  // Nothing that ended by itself, or too little of it: people decide, once nobody is tried again.
  if ((rateOf(figures) ?? 0) >= minSuccessRate) return 'ready';
  return again > 0 ? 'waiting' : 'blocked';
}

/** The stages of a task as the monitor shows them and as the next one is opened. */
export function stagesOf(
  task: Gated,
  laid: readonly LaidStage[],
  counts: readonly StageCount[],
  unsettled: readonly Unsettled[],
): readonly OtaStage[] {
  const rules = readStages(task.stages);
  return laid.map(({ stage, upTo, openTime, hours, forced }): OtaStage => {
    const own = counts.filter((one) => one.stage === stage);
    const figures = figuresOf(own);
    const { minHours = null, minSuccessRate = null, minSample = null } = rules[stage - 1] ?? {};
    const isLast = stage === laid.length;
    const of = (...states: readonly number[]): number =>
      own.reduce((sum, { status, n }) => (states.includes(status) ? sum + n : sum), 0);
    const left = of(cancelled, refused);
    const { told, again } = unsettled.find((one) => one.stage === stage) ?? { told: 0, again: 0 };
    const open = figures.all - left;
    const results = {
      figures,
      underWay: told + of(downloading, ready, installing),
      again,
      needed: Math.min(open, minSample ?? open),
      hours,
    };
    const isPast = stage < task.currentStage || (isLast && stage === task.currentStage);
    return {
      stage,
      upTo,
      opened: openTime !== null,
      openTime,
      minHours,
      minSuccessRate,
      minSample,
      target: figures.all,
      done: doneOf(figures) + left,
      succeeded: figures.succeeded,
      underWay: results.underWay,
      successRate: rateOf(figures),
      worstRate: worstRate(results),
      gate: isPast ? 'open' : gateOf({ minHours, minSuccessRate }, results),
      forced,
    };
  });
}

interface Abortable {
  readonly minExecuted: number;
  /** Null: it never pauses by itself. */
  readonly abortFailRate: number | null;
  /** Successes before the last resumption. */
  readonly abortSucceeded: number;
  /** Vehicles that failed before it and were not tried again since. */
  readonly abortFailed: number;
}

/** What `Abortable` needs of a task, over the alias `t`. */
export const abortColumns = sql`coalesce(t.min_executed, 0) as min_executed, t.abort_fail_rate, t.abort_succeeded, (
  select count(*)::int from ota_execution x where x.task_id = t.id and x.status in (${sql.lit(rolledBack)}, ${sql.lit(failed)}) and not x.deleted
    and x.end_time <= t.abort_time) as abort_failed`;

/** Results since the last resumption: whether enough are done to judge, and whether too many of them failed. */
export function judgeFailures(task: Abortable, figures: Figures) {
  const bad = Math.max(0, figures.bad - task.abortFailed);
  const done = bad + Math.max(0, figures.succeeded - task.abortSucceeded);
  const isArmed = task.abortFailRate !== null && done >= task.minExecuted;
  return { done, bad, isArmed, isTooMany: isArmed && bad * 100 >= (task.abortFailRate ?? 0) * done };
}

/** Folds the rows of a task's numbers into one for each. */
export async function foldCounts(db: Db | Tx, taskId: string): Promise<void> {
  await sql`
    with gone as (delete from ota_execution_count where task_id = ${taskId} returning *)
    insert into ota_execution_count (task_id, stage, status, fail_code, from_version, hardware_version, vehicle_type_id, n)
    select task_id, stage, status, fail_code, from_version, hardware_version, vehicle_type_id, sum(n) from gone
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0`.execute(db);
  await sql`
    with gone as (delete from ota_execution_time where task_id = ${taskId} returning *)
    insert into ota_execution_time (task_id, time, started, succeeded, failed)
    select task_id, time, sum(started), sum(succeeded), sum(failed) from gone group by 1, 2`.execute(db);
}
