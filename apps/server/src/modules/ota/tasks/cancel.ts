import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { takeBackMany, publishDownMany } from '../../../gateway/service.ts';
import { jobOf } from './reports.ts';
import { actors, execStates, hasJob } from './rows.ts';
import { notifyTasks } from './store.ts';

const { ready, cancelled, failed } = execStates;
/** Seconds for which a vehicle that is away is called off when it comes back. */
const callOffSec = 7 * 86_400;

interface Cancelled {
  readonly id: string;
  readonly taskId: string;
  readonly generation: number;
  readonly attempt: number;
  readonly hasJob: boolean;
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
      select x.id, ${hasJob} as has_job, x.vehicle_id from ota_execution x where x.status <= ${ready} and not x.deleted and ${where} order by x.id for no key update),
    done as (
      update ota_execution x set status = ${cancelled}, end_time = now(), next_time = null, deadline = null, rev = x.rev + 1, update_time = now()
      from was where x.id = was.id returning x.id, x.task_id, x.generation, x.attempt, was.has_job, was.vehicle_id),
    logged as (
      insert into ota_execution_log (execution_id, status, event, text, actor, user_id)
      select id, ${cancelled}, ${event}, ${text ?? null}, ${userId === undefined ? actors.system : actors.user}, ${userId ?? null}::bigint from done)
    select done.id::text as id, done.task_id::text as task_id, done.generation::int as generation, done.attempt, done.has_job, v.imei
    from done join veh_vehicle v on v.id = done.vehicle_id`.execute(db);
  await callOff(
    db,
    rows.filter((row) => row.hasJob),
  );
  await notifyTasks(db, rows);
  return rows.length;
}

/** The jobs of executions, and where they went. */
export async function devicesOf(tx: Db | Tx, rows: readonly { readonly id: string; readonly attempt: number }[]) {
  if (rows.length === 0) return [];
  const found = await sql<{ id: string; imei: string }>`
    select x.id::text as id, v.imei from ota_execution x join veh_vehicle v on v.id = x.vehicle_id
    where x.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  const imeis = new Map(found.rows.map(({ id, imei }) => [id, imei]));
  return rows.flatMap(({ id, attempt }) => {
    const imei = imeis.get(id);
    return imei === undefined ? [] : [{ id, attempt, imei }];
  });
}

type Jobs = readonly { readonly id: string; readonly attempt: number; readonly imei: string }[];

/** Takes back what vehicles have not been handed yet. */
export async function takeBack(db: Db | Tx, jobs: Jobs) {
  const named = jobs.map(({ id, attempt, imei }) => ({ deviceId: imei, part: { job: jobOf(id, attempt) } }));
  await takeBackMany(db, 'ota', named);
  return named;
}

/** Takes back what vehicles have not been handed yet, and sends them word that a job is over; one that installs already goes on. */
export async function callOff(db: Db | Tx, jobs: Jobs): Promise<void> {
  if (jobs.length === 0) return;
  const named = await takeBack(db, jobs);
  await publishDownMany(
    db,
    'ota',
    named.map(({ deviceId, part }) => ({ deviceId, payload: { v: 1, ...part, pkgs: [] } })),
    callOffSec,
  );
}
