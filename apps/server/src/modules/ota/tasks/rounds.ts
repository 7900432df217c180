import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Text } from '@wheelhouse/contract/lang';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { notifyProgress } from '../../messages/service.ts';
import { cancelExecutions } from './cancel.ts';
import {
  figuresOf,
  foldCounts,
  judgeFailures,
  laidStages,
  stageCounts,
  stagesOf,
  unsettledOf,
  type Figures,
} from './figures.ts';
import { notOffered, whyNotOffered } from '../firmware/offered.ts';
import { taskFirmware } from './firmware.ts';
import { holdUndelivered } from './hold.ts';
import { notifyEnded, notifyPaused } from './notices.ts';
import { taskEntityOf, taskStates } from './rows.ts';
import { lockRunning, moveTask, type RunningTask } from './running.ts';
import { dispatchNext } from './dispatch.ts';

export type OtaApp = Pick<App, 'db' | 'log' | 'secrets' | 'config'>;

/** What a round did to a task. */
export interface RoundResult {
  readonly dispatched: number;
  readonly asked: number;
  readonly taken: number;
  readonly paused: number;
  readonly finished: number;
  readonly opened: number;
}
const nothing: RoundResult = { dispatched: 0, asked: 0, taken: 0, paused: 0, finished: 0, opened: 0 };
/** Rows of a task's numbers from which on they are folded. */
const manyRows = 500;

/** Pauses a task by itself, with what its vehicles have not heard yet, and says why. */
async function pauseBy(tx: Tx, task: RunningTask, why: Text): Promise<void> {
  const reason = `${why.zh} / ${why.en}`;
  await holdUndelivered(tx, task.id);
  await moveTask(
    tx,
    task,
    { action: 'pause', to: taskStates.paused },
    sql`auto_paused = 1, paused_reason = ${reason}`,
    {
      pausedReason: reason,
    },
  );
  await notifyPaused(tx, task, why);
}

/** Pauses a task that fails too often, before another job goes out. */
async function pauseFailing(tx: Tx, task: RunningTask, figures: Figures): Promise<boolean> {
  const { done, bad, isTooMany } = judgeFailures(task, figures);
  if (!isTooMany) return false;
  const percent = Math.round((bad * 1000) / done) / 10;
  const why: Text = {
    zh: `${done}辆中${bad}辆失败（${percent}%），达到阈值${task.abortFailRate}%`,
    en: `${bad} of ${done} failed (${percent}%), the limit is ${task.abortFailRate}%`,
  };
  await pauseBy(tx, task, why);
  return true;
}

async function finish(tx: Tx, task: RunningTask): Promise<void> {
  await moveTask(tx, task, { action: 'finish', to: taskStates.finished }, sql`finish_time = now()`);
  const { succeeded, bad, all } = figuresOf(await stageCounts(tx, task.id));
  await notifyEnded(tx, task, 'finish', {
    zh: `${all}辆中成功${succeeded}辆，失败${bad}辆`,
    en: `of ${all}, ${succeeded} succeeded and ${bad} failed`,
  });
}

/** Opens a stage: from now on its vehicles get their jobs. */
export async function openStage(tx: Tx, taskId: string, stage: number): Promise<void> {
  await sql`update ota_task_stage set open_time = now() where task_id = ${taskId} and stage = ${stage}`.execute(tx);
}

/** @returns up to which place vehicles get their jobs now, and whether a stage was opened */
async function stageNow(tx: Tx, task: RunningTask, counts: Awaited<ReturnType<typeof stageCounts>>) {
  const laid = await laidStages(tx, task.id);
  const open = await unsettledOf(tx, task.id);
  const present = stagesOf(task, laid, counts, open).find(({ stage }) => stage === task.currentStage);
  if (present === undefined) return { upTo: 0, isOpened: false };
  if (present.gate !== 'ready') return { upTo: present.upTo, isOpened: false };
  const next = laid[task.currentStage];
  if (next === undefined) return { upTo: present.upTo, isOpened: false };
  await openStage(tx, task.id, next.stage);
  await moveTask(
    tx,
    task,
    { action: 'nextStage', to: taskStates.running },
    sql`current_stage = ${next.stage}, stage_start_time = now()`,
    { currentStage: next.stage },
  );
  return { upTo: next.upTo, isOpened: true };
}

async function hasRetries(tx: Tx, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ota_execution where task_id = ${taskId} and next_time is not null and not deleted limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** One step of a running task, in one transaction that holds it: what is decided here holds before another job goes out. */
export async function runTask(app: OtaApp, taskId: string): Promise<RoundResult> {
  return withTransaction(app.db, async (tx) => {
    const task = await lockRunning(tx, taskId);
    if (task === undefined) return nothing;
    if (task.isOver) {
      await cancelExecutions(tx, { where: sql`x.task_id = ${taskId}`, event: 'expire' });
      await finish(tx, task);
      await notifyProgress(tx, taskEntityOf(task.generation), taskId);
      return { ...nothing, finished: 1 };
    }
    const counts = await stageCounts(tx, taskId);
    const figures = figuresOf(counts);
    // Also when nobody is left: a task of which most failed ends when somebody has looked at it.
    if (await pauseFailing(tx, task, figures)) {
      await notifyProgress(tx, taskEntityOf(task.generation), taskId);
      return { ...nothing, paused: 1 };
    }
    if (figures.notStarted + figures.running === 0 && !(await hasRetries(tx, taskId))) {
      await finish(tx, task);
      await notifyProgress(tx, taskEntityOf(task.generation), taskId);
      return { ...nothing, finished: 1 };
    }
    const firmware = await taskFirmware(tx, task.firmwareId);
    const why = firmware === undefined ? notOffered.gone : whyNotOffered(app, firmware);
    if (firmware === undefined || why !== undefined) {
      // A task of the first platform knows no pause; its package is not disabled while it runs.
      if (task.generation === codes.OtaGeneration.old) return nothing;
      await pauseBy(tx, task, why ?? notOffered.gone);
      await notifyProgress(tx, taskEntityOf(task.generation), taskId);
      return { ...nothing, paused: 1 };
    }
    const { upTo, isOpened } = await stageNow(tx, task, counts);
    const sent = await dispatchNext(app, tx, task, firmware, upTo);
    if (isOpened) await notifyProgress(tx, taskEntityOf(task.generation), taskId);
    return { ...nothing, ...sent, opened: Number(isOpened) };
  });
}

/** Keeps the numbers of a task few. */
export async function foldTask({ db }: Pick<OtaApp, 'db'>, taskId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ota_execution_count where task_id = ${taskId} limit ${manyRows}) c`.execute(
    db,
  );
  if ((rows[0]?.n ?? 0) < manyRows) return;
  await withTransaction(db, (tx) => foldCounts(tx, taskId));
}
