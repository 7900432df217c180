import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { logMove } from './log-move.ts';

const { withdrawn } = machines['SM-SimOperation'].states;

/** An operation that is not done. */
export interface Withdrawn {
  readonly id: string;
  readonly batchNo: string;
  readonly createBy: string | null;
}

/** Operations that no carrier knows of are not done. @param which condition over the alias `o` */
export async function withdrawOperations(tx: Tx, which: RawBuilder<unknown>): Promise<readonly Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    update sim_operation o set status = ${withdrawn}, next_time = null, finish_time = now(), rev = rev + 1, update_by = null, update_time = now()
    where not o.deleted and ${which} returning o.id::text as id, o.batch_no, o.create_by::text as create_by`.execute(
    tx,
  );
  for (const { id } of rows) await logMove(tx, 'simOperation', id, 'withdraw', { status: withdrawn });
  return rows;
}
