import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { notApproved } from '../../../entity/approval/compare.ts';
import { standingApproval } from '../../../entity/approval/keep.ts';
import { sendBack } from '../../../entity/approval/steps.ts';
import { rowsById } from '../../../entity/read.ts';
import { rawFields } from '../../../entity/write-fields.ts';
import { AppError } from '../../../http/errors.ts';
import { callOff, devicesOf, takeBack } from './cancel.ts';
import { hasVersion, installedOf, lateSuccess } from './news.ts';
import { notifyNotStarted } from './notices.ts';
import type { OtaApp } from './rounds.ts';
import { actors, execStates, lockExecutions, taskStates, type Changed, type Execution } from './rows.ts';
import { moveTask } from './running.ts';
import { freeze, type StartedTask } from './start.ts';
import { asFailed, asSucceeded, asUnreached, restartRank, timeoutCode } from './steps.ts';
import { saveExecutions } from './store.ts';
import { notifyProgress } from '../../messages/service.ts';
import { storedRow } from './stored-task.ts';

const { notified, downloading, ready, installing, succeeded, failed } = execStates;
const most = 500;
const [silentCode, wrongVersionCode] = ['E07', 'E08'];

/** Does a step until nothing is left of what it is about. @returns how much there was */
async function untilNone(step: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let n = most; n === most; sum += n) n = await step();
  return sum;
}

/**
 * Vehicles whose telemetry has the new version after the restart that ends an installation, and whose part does not say that its test of itself
 * failed: the only success there is. They say that they start again, or their telemetry counts another start. All of them, as the automatic pause judges
 * by the results. @returns how many
 */
export const takeSuccesses = (app: Pick<OtaApp, 'db'>): Promise<number> => untilNone(() => takeSomeSuccesses(app));

const takeSomeSuccesses = ({ db }: Pick<OtaApp, 'db'>): Promise<number> =>
  withTransaction(db, async (tx) => {
    const rows = await lockExecutions(tx, {
      where: sql`x.status = ${installing} and ${hasVersion} and (x.report_rank >= ${restartRank}
        or exists (select from veh_vehicle_status b where b.vehicle_id = x.vehicle_id and b.boot > x.install_boot))`,
      most,
      skip: true,
    });
    await saveExecutions(
      tx,
      rows.map((row) => ({
        row: asSucceeded(row),
        entries: [{ event: 'success', status: succeeded, actor: actors.vehicle, text: row.toVersion }],
      })),
    );
    return rows.length;
  });

const bySystem = { actor: actors.system } as const;

/** A phase that took too long: a job that nobody took is no failure, and what has the version by now has succeeded. */
function timedOut(row: Execution, isThere: boolean): Changed {
  if (row.status === notified)
    return { row: asUnreached(row), entries: [{ ...bySystem, event: 'unreached', status: notified }] };
  if (isThere) return lateSuccess(row);
  const isInstalling = row.status === installing;
  const isClaimed = isInstalling && row.claimTime !== null;
  const code = isClaimed ? wrongVersionCode : row.status === downloading ? timeoutCode : silentCode;
  const event = isClaimed ? 'otherVersion' : (timeoutEvents[row.status] ?? 'installTimeout');
  return { row: asFailed(row, code, null), entries: [{ ...bySystem, event, status: failed, code }] };
}
const timeoutEvents: Readonly<Record<number, string>> = { [downloading]: 'downloadTimeout', [ready]: 'readyTimeout' };
/** Vehicles that are called off when their time is over: one that installs cannot be. */
const calledOff: readonly number[] = [downloading, ready];

/** Ends phases that are over their time. @returns how many */
export const takeTimeouts = (app: Pick<OtaApp, 'db'>): Promise<number> => untilNone(() => takeSomeTimeouts(app));

const takeSomeTimeouts = ({ db }: Pick<OtaApp, 'db'>): Promise<number> =>
  withTransaction(db, async (tx) => {
    const rows = await lockExecutions(tx, {
      where: sql`x.deadline <= now()`,
      order: sql`x.deadline`,
      most,
      skip: true,
    });
    if (rows.length === 0) return 0;
    const { isNew } = await installedOf(tx, rows);
    await saveExecutions(
      tx,
      rows.map((row) => timedOut(row, isNew.has(row.id))),
    );
    const late = rows.filter(({ status }) => calledOff.includes(status));
    if (late.length > 0) await callOff(tx, await devicesOf(tx, late));
    await takeBack(
      tx,
      await devicesOf(
        tx,
        rows.filter(({ status }) => status === notified),
      ),
    );
    return rows.length;
  });

/** Seconds until a start that was refused is tried again. */
const startAgainSec = 300;

async function refused(tx: Tx, task: StartedTask, error: AppError): Promise<void> {
  const why = { zh: error.textIn('zh'), en: error.textIn('en') };
  const reason = `${why.zh} / ${why.en}`.slice(0, 300);
  const { rows } = await sql<{ taskNo: string; name: string; isNew: boolean }>`
    with was as (select id, paused_reason from ota_task where id = ${task.id})
    update ota_task t set paused_reason = ${reason}, next_start_time = now() + make_interval(secs => ${startAgainSec})
    from was where t.id = was.id returning t.task_no, t.name, was.paused_reason is distinct from ${reason} as is_new`.execute(
    tx,
  );
  const [row] = rows;
  // The same reason is sent once, however often it is tried.
  if (row?.isNew === true) await notifyNotStarted(tx, { ...row, id: task.id, createBy: task.createBy ?? null }, why);
}

const otaTask = entityNamed('otaTask');

/** A task that is not what was approved is reviewed again. @returns whether it is one */
async function returned(tx: Tx, task: StartedTask): Promise<boolean> {
  const [row] = await rowsById(tx, otaTask, [task.id], rawFields(otaTask));
  const refusal = row && (await notApproved(tx, otaTask, [row])).get(row.id)?.refusal;
  if (row === undefined || refusal === undefined) return false;
  const way = await sendBack(tx, otaTask, row, null);
  if (way === undefined) return false;
  const { taskNo, name } = row;
  const why = { zh: refusal.textIn('zh'), en: refusal.textIn('en') };
  const after = JSON.stringify({ [way.field]: way.to, '@reason': why.zh });
  await sql`insert into sys_operation_log (username, action, entity, entity_id, after)
    values ('system', ${way.action}, 'otaTask', ${task.id}, ${after}::jsonb)`.execute(tx);
  await notifyNotStarted(
    tx,
    { id: task.id, taskNo: String(taskNo), name: String(name), createBy: task.createBy ?? null },
    why,
  );
  await notifyProgress(tx, 'otaTask', task.id);
  return true;
}

/** Starts tasks whose time has come. @returns how many started */
export async function startDue(app: OtaApp): Promise<number> {
  let started = 0;
  for (let more = true; more;) {
    more = await withTransaction(app.db, async (tx) => {
      const task = await storedRow(
        tx,
        sql`t.status = ${taskStates.waiting} and t.start_time <= now() and coalesce(t.next_start_time, t.start_time) <= now()`,
      );
      if (task === undefined) return false;
      if (await returned(tx, task)) return true;
      await sql`savepoint ota_start`.execute(tx);
      try {
        const count = await freeze(app, tx, task, { approval: await standingApproval(tx, otaTask, task.id) });
        await moveTask(
          tx,
          { id: task.id, generation: codes.OtaGeneration.new },
          { action: 'start', to: taskStates.running },
          startValues(count),
        );
        await notifyProgress(tx, 'otaTask', task.id);
        started++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint ota_start`.execute(tx);
        await refused(tx, task, error);
      }
      return true;
    });
  }
  return started;
}

/** What a start writes besides the state. */
const startValues = (
  count: number,
) => sql`target_count = ${count}, current_stage = 1, stage_start_time = now(), actual_start_time = now(),
  paused_reason = null, auto_paused = 0`;
