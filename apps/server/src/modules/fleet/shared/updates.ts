import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

const { notified, downloading, installing } = machines['SM-OtaExecution'].states;
/** That the job of an execution is out and its answer is waited for, over its alias. */
export const isAwaited = (x: string): string => `(${x}.status = ${notified} and ${x}.deadline is not null)`;
/** That a vehicle has a job, answered or not: it may begin at any moment. Over the alias `x`. */
const isUnderWay = sql.raw(
  `(x.status between ${downloading} and ${installing} or ${isAwaited('x')}) and not x.deleted`,
);

/** Ids among `vehicleIds` of vehicles that were told to update and have not come to an end with it. */
export async function withUpdate(tx: Db | Tx, vehicleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct x.vehicle_id::text as id from ota_execution x
    where x.vehicle_id = any(${[...vehicleIds]}::bigint[]) and ${isUnderWay}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The update that a vehicle is in the middle of. */
export interface OpenUpdate {
  readonly entity: 'otaTask' | 'otaTaskOld';
  readonly taskId: string;
  readonly taskNo: string;
  readonly version: string;
  readonly progress: number;
}

export async function openUpdate(db: Db | Tx, vehicleId: string): Promise<OpenUpdate | undefined> {
  const { rows } = await sql<OpenUpdate>`
    select case x.generation when ${codes.OtaGeneration.old} then 'otaTaskOld' else 'otaTask' end as entity, x.task_id::text as task_id, t.task_no, x.to_version as version, x.progress
    from ota_execution x join ota_task t on t.id = x.task_id
    where x.vehicle_id = ${vehicleId} and ${isUnderWay} order by x.id desc limit 1`.execute(db);
  return rows[0];
}
