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
import { callOff } from './cancel.ts';
import { notifyNotStarted } from './notices.ts';
import type { OtaApp } from './rounds.ts';
import { actors, execStates, lockExecutions, taskStates, type Changed, type Execution } from './rows.ts';
import { moveTask } from './running.ts';
import { freeze, type StartedTask } from './start.ts';
import { asFailed, asSucceeded, timeoutCode } from './steps.ts';
import { saveExecutions } from './store.ts';
import { notifyProgress } from '../../messages/service.ts';
import { storedRow } from './stored-task.ts';

const { downloading, installing, succeeded, failed } = execStates;
const most = 500;
const [silentCode, wrongVersionCode] = ['E07', 'E08'];

/** Does a step until nothing is left of what it is about. @returns how much there was */
async function untilNone(step: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let n = most; n === most; sum += n) n = await step();
  return sum;
}

/**
 * Vehicles whose telemetry has the new version, once they have begun to install it: the only success there is. All of them, as the automatic pause
 * judges by the results. @returns how many
 */
export const takeSuccesses = (app: Pick<OtaApp, 'db'>): Promise<number> => untilNone(() => takeSomeSuccesses(app));

const takeSomeSuccesses = ({ db }: Pick<OtaApp, 'db'>): Promise<number> =>
  withTransaction(db, async (tx) => {
    const rows = await lockExecutions(tx, {
      where: sql`x.status = ${installing} and exists (select from veh_ecu e where e.vehicle_id = x.vehicle_id and e.device_type = x.device_type
        and not e.deleted and ltrim(e.software_version, 'V') = ltrim(x.to_version, 'V'))`,
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

/** A download that took too long, an installation that was not heard of again, or one that was said to be done and is not. */
function timedOut(row: Execution): Changed {
  const isInstalling = row.status === installing;
  const isClaimed = isInstalling && row.claimTime !== null;
  const code = isClaimed ? wrongVersionCode : isInstalling ? silentCode : timeoutCode;
  const event = isClaimed ? 'otherVersion' : isInstalling ? 'installTimeout' : 'downloadTimeout';
  return { row: asFailed(row, code, null), entries: [{ event, status: failed, code, actor: actors.system }] };
}

/** Ends phases that are over their time. @returns how many */
export const takeTimeouts = (app: Pick<OtaApp, 'db'>): Promise<number> => untilNone(() => takeSomeTimeouts(app));

const takeSomeTimeouts = ({ db }: Pick<OtaApp, 'db'>): Promise<number> =>
  withTransaction(db, async (tx) => {
    const rows = await lockExecutions(tx, {
      where: sql`x.deadline <= now() and x.status in (${downloading}, ${installing})`,
      order: sql`x.deadline`,
      most,
      skip: true,
    });
    await saveExecutions(tx, rows.map(timedOut));
    const late = rows.filter(({ status }) => status === downloading);
    if (late.length > 0) await callOff(tx, await devicesOf(tx, late));
    return rows.length;
  });

async function devicesOf(tx: Tx, rows: readonly Execution[]) {
  const found = await sql<{ id: string; imei: string }>`
    select x.id::text as id, v.imei from ota_execution x join veh_vehicle v on v.id = x.vehicle_id
    where x.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  const imeis = new Map(found.rows.map(({ id, imei }) => [id, imei]));
  return rows.flatMap(({ id, attempt }) => {
    const imei = imeis.get(id);
    return imei === undefined ? [] : [{ id, attempt, imei }];
  });
}

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
export async function startDue({ db }: Pick<OtaApp, 'db'>): Promise<number> {
  let started = 0;
  for (let more = true; more;) {
    more = await withTransaction(db, async (tx) => {
      const task = await storedRow(
        tx,
        sql`t.status = ${taskStates.waiting} and t.start_time <= now() and coalesce(t.next_start_time, t.start_time) <= now()`,
      );
      if (task === undefined) return false;
      if (await returned(tx, task)) return true;
      await sql`savepoint ota_start`.execute(tx);
      try {
        const count = await freeze(tx, task, await standingApproval(tx, otaTask, task.id));
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
