import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { notifyProgress } from '../../messages/service.ts';
import { notifyRepeated } from './notices.ts';
import { execStates, taskEntityOf, type Changed, type Execution } from './rows.ts';

const { succeeded, rolledBack, failed } = execStates;
const results: readonly number[] = [succeeded, rolledBack, failed];

/** Live topic: jobs may go out, or tasks may go on. */
export const otaTopic = 'ota.work';

const stored = ({ id, ...row }: Execution) => ({
  id,
  status: row.status,
  progress: row.progress,
  attempt: row.attempt,
  retry_count: row.retryCount,
  postpone_count: row.postponeCount,
  fail_count: row.failCount,
  report_rank: row.reportRank,
  late: row.late,
  install_boot: row.installBoot,
  fail_code: row.failCode,
  fail_msg: row.failMsg,
  csq: row.csq,
  soc: row.soc,
  notify_time: row.notifyTime,
  consent_time: row.consentTime,
  sent_time: row.sentTime,
  start_time: row.startTime,
  install_time: row.installTime,
  claim_time: row.claimTime,
  end_time: row.endTime,
  next_time: row.nextTime,
  deadline: row.deadline,
});

const time = (name: string) => sql.raw(`to_timestamp(u.${name} / 1000.0)`);

/** Writes what has changed of locked executions, with the log of it. */
export async function saveExecutions(db: Db | Tx, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update ota_execution x set rev = x.rev + 1, update_time = now(), status = u.status, progress = u.progress, attempt = u.attempt,
      retry_count = u.retry_count, postpone_count = u.postpone_count, fail_count = u.fail_count, report_rank = u.report_rank,
      late = u.late, install_boot = u.install_boot,
      fail_code = u.fail_code, fail_msg = u.fail_msg, csq = u.csq, soc = u.soc,
      notify_time = ${time('notify_time')}, consent_time = ${time('consent_time')}, sent_time = ${time('sent_time')}, start_time = ${time('start_time')},
      install_time = ${time('install_time')}, claim_time = ${time('claim_time')}, end_time = ${time('end_time')},
      next_time = ${time('next_time')}, deadline = ${time('deadline')},
      cost_sec = greatest(0, extract(epoch from ${time('end_time')} - ${time('start_time')}))::int
    from json_to_recordset(${JSON.stringify(changed.map(({ row }) => stored(row)))}::json) as u (id bigint, status smallint, progress int,
      attempt int, retry_count int, postpone_count int, fail_count int, report_rank smallint, late smallint, install_boot bigint, fail_code text, fail_msg text, csq int, soc int,
      notify_time float8, consent_time float8, sent_time float8, start_time float8, install_time float8, claim_time float8, end_time float8, next_time float8,
      deadline float8)
    where x.id = u.id`.execute(db);
  await logEntries(db, changed);
  const ended = changed.map(({ row }) => row).filter(({ status }) => results.includes(status));
  if (ended.length > 0) await noteResults(db, ended);
  await notifyTasks(
    db,
    changed.map(({ row }) => row),
  );
}

/** Tells open pages that tasks have got further. */
export async function notifyTasks(
  db: Db | Tx,
  rows: readonly { readonly taskId: string; readonly generation: number }[],
): Promise<void> {
  const tasks = new Map(rows.map(({ taskId, generation }) => [taskId, generation]));
  for (const [taskId, generation] of tasks) await notifyProgress(db, taskEntityOf(generation), taskId);
}

async function logEntries(db: Db | Tx, changed: readonly Changed[]): Promise<void> {
  const entries = changed.flatMap(({ row, entries: own }) =>
    own.map(({ userId, ...entry }) => ({ id: row.id, ...entry, user_id: userId ?? null })),
  );
  if (entries.length === 0) return;
  await sql`
    insert into ota_execution_log (execution_id, status, event, phase, progress, code, text, actor, user_id)
    select u.id, u.status, u.event, u.phase, u.progress, u.code, left(u.text, 200), u.actor, u.user_id
    from json_to_recordset(${JSON.stringify(entries)}::json) as u (id bigint, status smallint, event text, phase smallint, progress int,
      code text, text text, actor smallint, user_id bigint)`.execute(db);
}

/** The parts show how their last update ended; the owner and who looks after a vehicle hear of its third failure. */
async function noteResults(db: Db | Tx, ended: readonly Execution[]): Promise<void> {
  const rows = ended.map(({ vehicleId, deviceType, status }) => ({
    vehicle: vehicleId,
    type: deviceType,
    result: status,
  }));
  await sql`
    update veh_ecu e set last_ota_time = now(), last_ota_result = u.result
    from json_to_recordset(${JSON.stringify(rows)}::json) as u (vehicle bigint, type smallint, result smallint)
    where e.vehicle_id = u.vehicle and e.device_type = u.type and not e.deleted`.execute(db);
  const failures = ended.filter(({ status }) => status !== succeeded);
  if (failures.length > 0) await notifyRepeated(db, failures);
}

/** The next round of the worker begins at once. */
export const wakeWorkers = (db: Db | Tx): Promise<void> => notifyLive(db, otaTopic, {});
