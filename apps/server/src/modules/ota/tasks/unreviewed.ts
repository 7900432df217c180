import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { taskStates } from './rows.ts';

/** Days in which small tasks of a package count together. */
const days = 7;

/** How many vehicles have got a package, or are to get it, by other tasks that nobody had to review. Hand-ins of one package wait for each other. */
export async function unreviewedVehicles(
  tx: Tx,
  { id, firmwareId }: { readonly id: string; readonly firmwareId: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('ota_task small'), hashtext(${firmwareId}))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(distinct v)::int as n from ota_task t
    join sys_approval a on a.entity = 'otaTask' and a.entity_id = t.id and a.step = 'waived' and a.time > now() - make_interval(days => ${days})
    join sys_approval_list l on l.approval_id = a.id cross join lateral unnest(l.ids) v
    where t.firmware_id = ${firmwareId} and t.task_type = ${codes.OtaTaskType.single} and t.id <> ${id} and not t.deleted
      and t.status <> ${taskStates.withdrawn}`.execute(tx);
  return rows[0]?.n ?? 0;
}
