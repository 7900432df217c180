import type { RawBuilder } from 'kysely';
import type { Db, Tx } from './pool.ts';
import { prepare } from './prepared.ts';

/**
 * Runs a statement of each call, prepared: planning it would cost more than running it.
 * @for a statement whose text stays the same and whose plan does not depend on its values: `http/app-call.ts`
 */
export async function runPrepared<Row>(db: Db | Tx, statement: RawBuilder<Row>): Promise<readonly Row[]> {
  const compiled = statement.compile(db);
  prepare(compiled.sql);
  const { rows } = await db.executeQuery<Row>(compiled);
  return rows;
}
