import type { OtaMonitor } from '@wheelhouse/contract/calls/ota/tasks';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { inLang } from '../../../db/in-lang.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall } from '../../../http/call.ts';
import { id } from '../../../http/kit.ts';
import {
  abortColumns,
  doneOf,
  figuresOf,
  judgeFailures,
  laidStages,
  rateOf,
  stageCounts,
  stagesOf,
  unsettledOf,
  type StageCount,
} from './figures.ts';
import { execStates } from './rows.ts';

const task = entityNamed('otaTask');
const mostPoints = 500;
const mostGroups = 100;
const { succeeded, rolledBack, failed } = execStates;

function countsOf(counts: readonly StageCount[]): OtaMonitor['counts'] {
  const of = (wanted: number): number => counts.reduce((sum, { status, n }) => (status === wanted ? sum + n : sum), 0);
  return {
    target: figuresOf(counts).all,
    notStarted: of(execStates.notStarted),
    notified: of(execStates.notified),
    downloading: of(execStates.downloading),
    ready: of(execStates.ready),
    installing: of(execStates.installing),
    succeeded: of(succeeded),
    rolledBack: of(rolledBack),
    failed: of(failed),
    cancelled: of(execStates.cancelled),
    refused: of(execStates.refused),
  };
}

/** Cumulative figures; where there are more than so many times, of longer ones. */
async function seriesOf(db: Db, taskId: string): Promise<OtaMonitor['series']> {
  const { rows } = await sql<OtaMonitor['series'][number]>`
    with span as (
      select greatest(1, ceil(extract(epoch from max(time) - min(time)) / 600 / ${mostPoints}))::int as n from ota_execution_time where task_id = ${taskId}),
    points as (
      select date_bin(make_interval(mins => 10 * span.n), time, timestamptz '2000-01-01 00:00+00') as time,
        sum(succeeded) as succeeded, sum(failed) as failed, sum(started) as started
      from ota_execution_time, span where task_id = ${taskId} group by 1)
    select ${wallClock('time')} as time, (sum(succeeded) over w)::int as succeeded, (sum(failed) over w)::int as failed,
      (sum(started) over w)::int as started from points window w as (order by time) order by points.time`.execute(db);
  return rows;
}

interface Shares {
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}
const shares = sql`coalesce(sum(c.n) filter (where c.status = ${succeeded}), 0)::int as succeeded,
  coalesce(sum(c.n) filter (where c.status in (${rolledBack}, ${failed})), 0)::int as failed,
  coalesce(sum(c.n) filter (where c.status not in (${succeeded}, ${rolledBack}, ${failed})), 0)::int as other`;

/** The numbers by `column`, shown as `key`. */
async function by<Key extends object>(
  db: Db,
  taskId: string,
  column: string,
  key: RawBuilder<unknown> = sql.raw(`c.${column}`),
): Promise<readonly (Key & Shares)[]> {
  const { rows } = await sql<Key & Shares>`
    select ${key}, ${shares} from ota_execution_count c where c.task_id = ${taskId}
    group by ${sql.raw(`c.${column}`)} having sum(c.n) > 0 order by sum(c.n) desc limit ${mostGroups}`.execute(db);
  return rows;
}

async function codesOf(db: Db, taskId: string): Promise<OtaMonitor['byCode']> {
  const { rows } = await sql<OtaMonitor['byCode'][number]>`
    select fail_code, sum(n)::int as count from ota_execution_count
    where task_id = ${taskId} and fail_code is not null and status in (${rolledBack}, ${failed})
    group by fail_code having sum(n) > 0 order by sum(n) desc, fail_code`.execute(db);
  return rows;
}

interface Rules {
  readonly minExecuted: number;
  readonly abortFailRate: number;
  readonly abortSucceeded: number;
  readonly abortFailed: number;
  readonly currentStage: number;
  readonly stages: unknown;
}

export const monitor = defineCall('POST /ps/crm/otaTask/monitor', {
  access: 'taskList.query',
  body: z.object({ id }),
  summary: { zh: '升级任务监控', en: 'How a task stands' },
  async run(ctx, { id: taskId }): Promise<OtaMonitor> {
    await findInScope(ctx, task, taskId);
    const { db } = ctx.app;
    const { rows } = await sql<Rules>`
      select ${abortColumns}, t.current_stage, t.stages from ota_task t where t.id = ${taskId}`.execute(db);
    const [rules] = rows;
    if (rules === undefined) throw new Error('a task was there and is gone');
    const [counts, laid, unsettled, series, byCode, byVersion, byHardware, byModel] = await Promise.all([
      stageCounts(db, taskId),
      laidStages(db, taskId),
      unsettledOf(db, taskId),
      seriesOf(db, taskId),
      codesOf(db, taskId),
      by<{ fromVersion: string | null }>(db, taskId, 'from_version'),
      by<{ hardwareVersion: string | null }>(db, taskId, 'hardware_version'),
      by<{ vehicleTypeId: string; vehicleTypeName: string }>(
        db,
        taskId,
        'vehicle_type_id',
        sql`c.vehicle_type_id::text as vehicle_type_id,
          (select ${inLang(ctx.lang, 'm.name')} from veh_type m where m.id = c.vehicle_type_id) as vehicle_type_name`,
      ),
    ]);
    const figures = figuresOf(counts);
    const done = doneOf(figures);
    return {
      counts: countsOf(counts),
      successRate: rateOf(figures),
      failRate: done === 0 ? null : Math.round((figures.bad * 1000) / done) / 10,
      isAbortArmed: judgeFailures(rules, figures).isArmed,
      stages: stagesOf(rules, laid, counts, unsettled),
      series,
      byCode,
      byVersion,
      byHardware,
      byModel,
    };
  },
});
