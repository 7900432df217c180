import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { takeBackMany, publishDownMany } from '../../../gateway/service.ts';
import { jobOf } from './reports.ts';
import { actors, execStates } from './rows.ts';
import { notifyTasks } from './store.ts';

const { downloading, ready, cancelled, failed } = execStates;
const withJob: readonly number[] = [downloading, ready];
/** Seconds for which a vehicle that is away is called off when it comes back. */
const callOffSec = 7 * 86_400;

interface Cancelled {
  readonly id: string;
  readonly taskId: string;
  readonly generation: number;
  readonly attempt: number;
  readonly was: number;
  readonly imei: string;
}

export interface Cancelling {
  /** Over the alias `x`. */
  readonly where: RawBuilder<unknown>;
  /** Key of `log-texts.ts`. */
  readonly event: 'cancel' | 'terminate' | 'expire';
  readonly text?: string | null;
  readonly userId?: string;
}

/**
 * Ends executions that no vehicle is installing, and calls off the vehicles that have a job; those that failed are not tried again. In one
 * statement, as a task has up to 100,000 of them.
 * @returns how many were cancelled
 */
export async function cancelExecutions(db: Db | Tx, { where, event, text, userId }: Cancelling): Promise<number> {
  await sql`
    update ota_execution x set next_time = null, rev = rev + 1, update_time = now()
    where x.status = ${failed} and x.next_time is not null and not x.deleted and ${where}`.execute(db);
  const { rows } = await sql<Cancelled>`
    with was as (
      select x.id, x.status, x.vehicle_id from ota_execution x where x.status <= ${ready} and not x.deleted and ${where} order by x.id for no key update),
    done as (
      update ota_execution x set status = ${cancelled}, end_time = now(), next_time = null, deadline = null, rev = x.rev + 1, update_time = now()
      from was where x.id = was.id returning x.id, x.task_id, x.generation, x.attempt, was.status, was.vehicle_id),
    logged as (
      insert into ota_execution_log (execution_id, status, event, text, actor, user_id)
      select id, ${cancelled}, ${event}, ${text ?? null}, ${userId === undefined ? actors.system : actors.user}, ${userId ?? null}::bigint from done)
    select done.id::text as id, done.task_id::text as task_id, done.generation::int as generation, done.attempt, done.status::int as was, v.imei
    from done join veh_vehicle v on v.id = done.vehicle_id`.execute(db);
  await callOff(
    db,
    rows.filter(({ was }) => withJob.includes(was)),
  );
  await notifyTasks(db, rows);
  return rows.length;
}

/** Takes back what vehicles have not been handed yet, and sends them word that a job is over; one that installs already goes on. */
export async function callOff(
  db: Db | Tx,
  jobs: readonly { readonly id: string; readonly attempt: number; readonly imei: string }[],
): Promise<void> {
  const named = jobs.map(({ id, attempt, imei }) => ({ deviceId: imei, part: { job: jobOf(id, attempt) } }));
  await takeBackMany(db, 'ota', named);
  await publishDownMany(
    db,
    'ota',
    named.map(({ deviceId, part }) => ({ deviceId, payload: { v: 1, ...part, pkgs: [] } })),
    callOffSec,
  );
}
