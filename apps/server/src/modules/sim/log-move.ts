import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** A step of a machine, or another change of a record, that no person made. */
export async function logMove(
  tx: Tx,
  entity: 'simCard' | 'simOperation',
  id: string,
  action: string,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  await sql`
    insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values ('system', ${action}, ${entity}, ${id}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(
    tx,
  );
}
