import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

export const { states: taskStates } = machines['SM-OtaTask'];
export const { states: execStates } = machines['SM-OtaExecution'];

/** The entity that a task is on pages, in rights and in the log, by D:OtaGeneration. */
export const taskEntityOf = (generation: number): 'otaTask' | 'otaTaskOld' =>
  generation === codes.OtaGeneration.old ? 'otaTaskOld' : 'otaTask';

const { notStarted, notified, downloading, ready, installing, failed } = execStates;
const underWay = [notStarted, notified, downloading, ready, installing].join(', ');

/**
 * That vehicles have the job of the present attempt and have not answered it, over the alias `x`: also where it was taken back, as they may have heard
 * of it (`steps.ts` asks the same of a row). Whether it is out now is `isAwaited`.
 */
const isUnanswered = `(x.status = ${notified} and x.attempt > 0 and x.report_rank = 0)`;
/** That vehicles have a job that can still be called off. */
export const hasJob = sql.raw(`(x.status in (${downloading}, ${ready}) or ${isUnanswered})`);
/** That an attempt goes on: its vehicle has the job and has not come to an end with it. */
export const isOpen = sql.raw(`(x.status between ${downloading} and ${installing} or ${isUnanswered})`);

/** That an execution keeps its part from every other one (`uq_ota_execution_open`): it has not ended, or it is to be tried again. */
export const holdsPart = (alias: string): RawBuilder<unknown> =>
  sql.raw(
    `((${alias}.status in (${underWay}) or ${alias}.status = ${failed} and ${alias}.next_time is not null) and not ${alias}.deleted)`,
  );

/** What may still change of an execution, and what it is decided by. Times are ms since epoch, by the clock of the database. */
export interface Execution {
  readonly id: string;
  readonly taskId: string;
  /** D:OtaGeneration. */
  readonly generation: number;
  readonly vehicleId: string;
  readonly deviceType: number;
  readonly toVersion: string;
  readonly status: number;
  readonly progress: number;
  readonly attempt: number;
  readonly retryCount: number;
  readonly postponeCount: number;
  readonly failCount: number;
  readonly reportRank: number;
  /** 1: it came about after its attempt had been given up. */
  readonly late: number;
  /** How often the vehicle had been switched on when it began to install. */
  readonly installBoot: number | null;
  /** The same, by its newest telemetry. */
  readonly nowBoot: number | null;
  readonly failCode: string | null;
  readonly failMsg: string | null;
  readonly notifyTime: number | null;
  readonly consentTime: number | null;
  /** When the job of the present attempt went out. */
  readonly sentTime: number | null;
  readonly startTime: number | null;
  readonly installTime: number | null;
  readonly claimTime: number | null;
  readonly endTime: number | null;
  readonly csq: number | null;
  readonly soc: number | null;
  readonly nextTime: number | null;
  readonly deadline: number | null;
  /** Of its task and package. */
  readonly taskStatus: number;
  /** D:UpgradeMode; null: of the first platform. */
  readonly upgradeMode: number | null;
  readonly retryTimes: number;
  readonly retryMin: number;
  readonly downloadMin: number;
  readonly installMin: number;
  readonly taskEnd: number | null;
  readonly size: number | null;
  /** The moment at which it was read. */
  readonly now: number;
}

/** D:OtaPhase and figures of a report; `event` is a key of `log-texts.ts`. */
export interface Entry {
  readonly event: string;
  /** State after it. */
  readonly status: number;
  readonly phase?: number | null;
  readonly progress?: number | null;
  readonly code?: string | null;
  readonly text?: string | null;
  readonly actor: Actor;
  readonly userId?: string;
}
export const actors = { system: 1, vehicle: 2, owner: 3, user: 4 } as const;
export type Actor = (typeof actors)[keyof typeof actors];

/** An execution that has changed, and how. */
export interface Changed {
  readonly row: Execution;
  readonly entries: readonly Entry[];
}

const ms = (column: string): RawBuilder<unknown> => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const times = [
  'notify_time',
  'consent_time',
  'sent_time',
  'start_time',
  'install_time',
  'claim_time',
  'end_time',
  'next_time',
  'deadline',
] as const;

export const executionColumns = sql`x.id::text as id, x.task_id::text as task_id, x.generation::int as generation, x.vehicle_id::text as vehicle_id, x.device_type::int as device_type, x.to_version,
  x.status::int as status, x.progress, x.attempt, x.retry_count, x.postpone_count, x.fail_count, x.report_rank::int as report_rank, x.late::int as late,
  x.install_boot::float8 as install_boot, (select b.boot::float8 from veh_vehicle_status b where b.vehicle_id = x.vehicle_id) as now_boot, x.fail_code,
  x.fail_msg, x.csq, x.soc, ${sql.join(times.map((name) => sql`${ms(`x.${name}`)} as ${sql.raw(name)}`))},
  t.status::int as task_status, t.upgrade_mode::int as upgrade_mode, t.retry_times, t.retry_interval_min as retry_min, t.download_timeout_min as download_min,
  t.install_timeout_min as install_min, ${ms('t.end_time')} as task_end, f.file_size as size, ${ms('now()')} as now`;

const from = sql`ota_execution x join ota_task t on t.id = x.task_id join ota_firmware f on f.id = t.firmware_id`;

interface Choice {
  readonly where: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
  readonly most: number;
  /** Leaves out what another transaction is at work on, instead of waiting for it. */
  readonly skip?: boolean;
}

/** Executions, locked. Those that are waited for are locked by their ids, so that nobody waits in a circle. */
export async function lockExecutions(
  db: Db | Tx,
  { where, order = sql`x.id`, most, skip = false }: Choice,
): Promise<readonly Execution[]> {
  const { rows } = await sql<Execution>`
    select ${executionColumns} from ${from} where not x.deleted and ${where} order by ${order} limit ${most}
    for no key update of x ${skip ? sql`skip locked` : sql``}`.execute(db);
  return rows;
}
