import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import type { Job } from '../../module.ts';
import { unbindVehicle } from '../service.ts';
import { unbindStatus } from './rules.ts';
import { notifyApplicant, type NoticeFacts } from './notices.ts';

interface Due extends NoticeFacts {
  readonly reason: string;
  /** The owner in question is still bound to the vehicle. */
  readonly bound: boolean;
}

async function finish(tx: Tx, due: Due): Promise<number> {
  const { id, vehicleId, applicationNo, reason, bound } = due;
  if (bound)
    await unbindVehicle(tx, {
      vehicleId,
      action: codes.BindAction.unbind,
      channel: codes.BindChannel.system,
      operatorId: null,
      reason,
      applicationNo,
    });
  const status = bound ? unbindStatus.unbound : unbindStatus.withdrawn;
  await sql`update veh_unbind_application set status = ${status}, unbind_time = case when ${bound} then now() end, rev = rev + 1, update_time = now(), update_by = null
    where id = ${id}`.execute(tx);
  const [before, after] = [JSON.stringify({ status: unbindStatus.notice }), JSON.stringify({ status })];
  await sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values ('system', 'elapse', 'unbindApplication', ${id}, ${before}::jsonb, ${after}::jsonb)`.execute(tx);
  await notifyApplicant(tx, due, bound ? 'unbound' : 'withdrawn', null);
  return status;
}

/** Ends one notice period that is over. @returns its new state; undefined when there is none that can be ended */
async function elapseOne(tx: Tx, after: string): Promise<{ readonly id: string } | undefined> {
  const { rows } = await sql<Due>`
    select a.id::text as id, a.application_no, a.vehicle_id::text as vehicle_id, a.current_owner_id::text as current_owner_id, a.applicant_user_id::text as applicant_user_id,
      a.reason, coalesce(v.owner_user_id = a.current_owner_id, false) as bound
    from veh_unbind_application a join veh_vehicle v on v.id = a.vehicle_id
    where a.status = ${unbindStatus.notice} and a.notice_end_time <= now() and not a.deleted and a.id > ${after} order by a.id limit 1 for update of a skip locked`.execute(
    tx,
  );
  const [due] = rows;
  if (!due) return undefined;
  await finish(tx, due);
  return due;
}

/** Applications whose 48 hours are over without an objection: unbound, or lapsed where the owner is no longer bound. An application with an open stolen case waits for its end. */
export async function elapseNotices(
  db: Db,
  log: (error: unknown, what: string) => void = () => undefined,
): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const from: string = after;
    try {
      after = (await withTransaction(db, (tx) => elapseOne(tx, from)))?.id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log(error, 'unbind application could not end');
      after = await nextAfter(db, from);
    }
  }
}

async function nextAfter(db: Db, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.id::text as id from veh_unbind_application a
    where a.status = ${unbindStatus.notice} and a.notice_end_time <= now() and not a.deleted and a.id > ${after} order by a.id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

const elapse: Job = {
  name: 'binding.unbindNotice',
  cron: '* * * * *',
  run: ({ db, log }) => elapseNotices(db, (error, what) => log.info({ err: error }, what)),
};

export const unbindJobs: readonly Job[] = [elapse];
