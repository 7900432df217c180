import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../db/pool.ts';
import type { App } from '../http/context.ts';
import { run } from './run.ts';
import type { Fragment } from './scope.ts';
import { snake } from './storage.ts';
import { assignments } from './store.ts';

interface Due {
  readonly entity: EntityDef;
  /** State field whose machine has the transition. */
  readonly field?: string;
  /** Transition of the machine that the system makes. */
  readonly action: string;
  /** Which records are due, over the alias `t`. */
  readonly when: Fragment;
  /** What follows from it, in the transaction of the record. @returns values to store besides */
  readonly effect?: (tx: Tx, id: string) => Promise<Row>;
}

/**
 * Moves every record that is due along its machine, each in a transaction of its own, and logs it as the system's. Safe beside other
 * processes, and to be cut off. @returns how many it moved
 */
export async function moveDue(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  { entity, field = 'status', action, when, effect }: Due,
): Promise<number> {
  const machine = entity.machines?.[field];
  if (machine === undefined) throw new Error(`${entity.name}.${field} has no machine`);
  const { from, to } = transitionOf(machine, action);
  const column = sql.raw(snake(field));
  const table = sql.raw(entity.table);
  const moveNext = async (tx: Tx, after: string): Promise<string | undefined> => {
    const [row] = await run<{ id: string; state: number }>(
      tx,
      sql`select t.id::text as id, t.${column} as state from ${table} t
        where t.${column} = any(${[...from]}::smallint[]) and not t.deleted and t.id > ${after} and ${when} order by t.id limit 1 for update skip locked`,
    );
    if (row === undefined) return undefined;
    const more = assignments(entity, (await effect?.(tx, row.id)) ?? {}, secrets);
    const sets = [sql`${column} = ${to}`, ...more.map((one) => sql`${sql.raw(one.column)} = ${one.value}`)];
    await run(
      tx,
      sql`update ${table} set rev = rev + 1, update_by = null, update_time = now(), ${sql.join(sets)} where id = ${row.id}`,
    );
    const [before, now] = [JSON.stringify({ [field]: row.state }), JSON.stringify({ [field]: to })];
    await run(
      tx,
      sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
        values ('system', ${action}, ${entity.name}, ${row.id}, ${before}::jsonb, ${now}::jsonb)`,
    );
    return row.id;
  };
  let moved = 0;
  for (let after: string | undefined = '0'; ; moved++) {
    const from_: string = after;
    after = await withTransaction(db, (tx) => moveNext(tx, from_));
    if (after === undefined) return moved;
  }
}
