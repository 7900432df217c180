import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { abortColumns } from './figures.ts';
import type { OwnerText } from './notices.ts';
import { taskEntityOf, taskStates } from './rows.ts';
import { inWindowText } from './waiting.ts';

/** A running task, locked, as a round of the worker needs it. Times are ms since epoch. */
export interface RunningTask {
  readonly id: string;
  /** D:OtaGeneration. */
  readonly generation: number;
  readonly taskNo: string;
  readonly name: string;
  readonly createBy: string | null;
  readonly firmwareId: string;
  readonly upgradeMode: number;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly minSoc: number;
  readonly allowCharging: number;
  readonly minCsq: number;
  readonly requireAux: number;
  readonly stages: unknown;
  readonly ratePerMinute: number;
  /** Null: it never pauses by itself. */
  readonly abortFailRate: number | null;
  readonly minExecuted: number;
  readonly abortSucceeded: number;
  readonly abortFailed: number;
  readonly currentStage: number;
  readonly noticeTitle: string | null;
  readonly noticeTitleEn: string | null;
  readonly notice: string | null;
  readonly noticeEn: string | null;
  readonly endTime: number | null;
  readonly slotTime: number | null;
  readonly now: number;
  readonly isOver: boolean;
  /** Whether vehicles get their jobs at this time. */
  readonly inWindow: boolean;
}

const ms = (column: string): RawBuilder<unknown> => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);

/** A task of the first platform is started first, and sends its jobs from its start time on. Over the alias `t`. */
const hasBegun = sql`(t.generation <> ${codes.OtaGeneration.old} or coalesce(t.start_time <= now(), true))`;

/** Undefined when it does not run any more, or another process is at work on it. */
export async function lockRunning(tx: Tx, id: string): Promise<RunningTask | undefined> {
  const { rows } = await sql<RunningTask>`
    select t.id::text as id, t.generation::int as generation, t.task_no, t.name, t.create_by::text as create_by, t.firmware_id::text as firmware_id,
      t.upgrade_mode::int as upgrade_mode, t.window_start, t.window_end, t.min_soc, t.allow_charging::int as allow_charging, t.min_csq,
      t.require_aux::int as require_aux, t.stages, t.rate_per_minute, ${abortColumns},
      t.current_stage, t.notice_title, t.notice_title_en, t.notice, t.notice_en, ${ms('t.end_time')} as end_time,
      ${ms('t.slot_time')} as slot_time, ${ms('clock_timestamp()')} as now, coalesce(t.end_time <= now(), false) as is_over, (${sql.raw(inWindowText('t'))} and ${hasBegun}) as in_window
    from ota_task t where t.id = ${id} and t.status = ${taskStates.running} and not t.deleted for no key update skip locked`.execute(
    tx,
  );
  return rows[0];
}

/** Seconds' worth of vehicles that may get their jobs at once after a while without any. */
const burstMs = 2_000;
const minuteMs = 60_000;

/** Milliseconds between vehicles so that no minute has more than the rate, whatever was saved up. */
const gapOf = ({ ratePerMinute }: RunningTask): number => (minuteMs + burstMs) / ratePerMinute;
const baseOf = ({ slotTime, now }: RunningTask): number => Math.max(slotTime ?? 0, now - burstMs);

/** How many vehicles may get their jobs now. The task is locked: all processes share its row. */
export function freeSlots(task: RunningTask): number {
  const left = task.now - baseOf(task);
  return left < 0 ? 0 : Math.floor(left / gapOf(task)) + 1;
}

export async function useSlots(tx: Tx, task: RunningTask, used: number): Promise<void> {
  if (used === 0) return;
  const until = baseOf(task) + used * gapOf(task);
  await sql`update ota_task set slot_time = to_timestamp(${until}::float8 / 1000) where id = ${task.id}`.execute(tx);
}

/** A step of a task that no person made, with what it writes besides. */
export async function moveTask(
  tx: Tx,
  { id, generation }: Pick<RunningTask, 'id' | 'generation'>,
  { action, to }: { readonly action: string; readonly to: number },
  sets: RawBuilder<unknown>,
  after: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await sql`
    update ota_task set status = ${to}, rev = rev + 1, update_by = null, update_time = now(), ${sets} where id = ${id}`.execute(
    tx,
  );
  await sql`
    insert into sys_operation_log (username, action, entity, entity_id, after)
    values ('system', ${action}, ${taskEntityOf(generation)}, ${id}, ${JSON.stringify({ status: to, ...after })}::jsonb)`.execute(
    tx,
  );
}

/** What owners read, where the task says it itself. */
export function ownerText({ noticeTitle, noticeTitleEn, notice, noticeEn }: RunningTask): OwnerText {
  const both = (zh: string | null, en: string | null) => (zh === null ? undefined : { zh, en: en ?? zh });
  return { title: both(noticeTitle, noticeTitleEn), body: both(notice, noticeEn) };
}
