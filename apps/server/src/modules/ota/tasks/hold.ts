import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { takeBackMany } from '../../../gateway/service.ts';
import { jobOf } from './reports.ts';
import { isAwaited } from '../../fleet/shared/service.ts';
import { actors, lockExecutions } from './rows.ts';
import { asHeld } from './steps.ts';
import { saveExecutions } from './store.ts';

/** More than a task has. */
const all = 1_000_000;

/**
 * Vehicles of a paused task that have not been handed their job, because they are away: the job is taken back, and they get the same one
 * when the task goes on. The task is locked, so no job goes out meanwhile. @returns how many they are
 */
export async function holdUndelivered(tx: Tx, taskId: string): Promise<number> {
  const silent = await lockExecutions(tx, {
    where: sql`x.task_id = ${taskId} and ${sql.raw(isAwaited('x'))}`,
    most: all,
  });
  if (silent.length === 0) return 0;
  const { rows } = await sql<{ id: string; imei: string }>`
    select id::text as id, imei from veh_vehicle where id = any(${silent.map(({ vehicleId }) => vehicleId)}::bigint[])`.execute(
    tx,
  );
  const imeis = new Map(rows.map(({ id, imei }) => [id, imei]));
  const jobs = silent.map((row) => ({
    row,
    deviceId: imeis.get(row.vehicleId) ?? '',
    part: { job: jobOf(row.id, row.attempt) },
  }));
  const back = await takeBackMany(tx, 'ota', jobs);
  const held = back.flatMap((at) => jobs[at]?.row ?? []);
  await saveExecutions(
    tx,
    held.map((row) => ({ row: asHeld(row), entries: [{ event: 'hold', status: row.status, actor: actors.system }] })),
  );
  return held.length;
}
