import { sql } from 'kysely';
import type { App } from '../../../http/context.ts';
import { startRounds } from '../../../work/rounds.ts';
import { foldTask, runTask, type OtaApp } from './rounds.ts';
import { taskStates } from './rows.ts';
import { otaTopic } from './store.ts';
import { takeNews } from './news.ts';
import { startDue, takeSuccesses, takeTimeouts } from './sweep.ts';

const [busyMs, idleMs] = [500, 2_000];

/** What one pass over everything that is due did. */
export interface OtaWork {
  readonly started: number;
  readonly opened: number;
  /** Jobs sent to vehicles. */
  readonly dispatched: number;
  /** Owners asked. */
  readonly asked: number;
  /** Vehicles that were dealt with, whether or not they got a job. */
  readonly taken: number;
  readonly succeeded: number;
  /** Late successes, and updates that were undone. */
  readonly news: number;
  readonly timedOut: number;
  readonly paused: number;
  readonly finished: number;
}

async function runningIds({ db }: Pick<OtaApp, 'db'>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from ota_task where status = ${taskStates.running} and not deleted order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Does what is due of all tasks, once: starts, successes, phases that took too long, then for each running task its end, its pause, its next stage
 * and its next vehicles. Any number of processes may be at it: each task and execution is dealt with by one at a time.
 */
export async function workOta(app: OtaApp): Promise<OtaWork> {
  const started = await startDue(app);
  // Results come before any job goes out, so that the automatic pause judges by them.
  const succeeded = await takeSuccesses(app);
  const news = await takeNews(app);
  const timedOut = await takeTimeouts(app);
  const sum = { opened: 0, dispatched: 0, asked: 0, taken: 0, paused: 0, finished: 0 };
  for (const id of await runningIds(app)) {
    const done = await runTask(app, id);
    for (const key of ['opened', 'dispatched', 'asked', 'taken', 'paused', 'finished'] as const) sum[key] += done[key];
    await foldTask(app, id);
  }
  return { started, succeeded, news, timedOut, ...sum };
}

/** Carries tasks out, in every process with the role `worker`. */
export const startOtaWork = (app: App) =>
  startRounds(app, { name: 'ota.tasks', failure: 'OTA tasks could not be carried out', topic: otaTopic }, async () => {
    const done = await workOta(app);
    return Object.values(done).some((n) => n > 0) ? busyMs : idleMs;
  });
