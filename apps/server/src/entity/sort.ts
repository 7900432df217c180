import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import { validateInput } from '@wheelhouse/entities/validate';
import { sql } from 'kysely';
import { withTransaction } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { audit, leftOutEntries } from './audit.ts';
import { refuseErrors, validationContext } from './check.ts';
import { hooksOf } from './hooks.ts';
import { run } from './run.ts';
import { batchRows } from './write.ts';

/** Field that says where a record stands among the others: small numbers come first. */
const field = 'sort';

interface Place {
  readonly id: string;
  readonly sort: number;
}

/**
 * `sort`: gives several records their places at once. Also what is on the shelf may be moved. Named twice, the last place counts.
 * @throws AppError 1001 for a place that the field does not take
 */
export async function sortRows(ctx: CallContext, entity: EntityDef, items: readonly Place[]) {
  const places = new Map(items.map(({ id, sort }) => [id, sort]));
  const own = entity.fields[field];
  if (own?.kind !== 'int') throw new Error(`${entity.name} has no field to sort by`);
  const shown = { [field]: { ...own, label: labelOf(entity, field) } };
  for (const sort of places.values())
    refuseErrors(validateInput(shown, { [field]: sort }, validationContext(ctx)).errors);
  const ids = [...places.keys()];
  const outcome = await withTransaction(ctx.app.db, async (tx) => {
    const { rows, skipped } = await batchRows(ctx, tx, entity, ids);
    const moved = rows.filter((row) => row[field] !== places.get(row.id));
    for (const row of moved)
      await run(
        tx,
        sql`update ${sql.raw(entity.table)} set sort = ${places.get(row.id)}, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now() where id = ${row.id}`,
      );
    const entry = { action: 'sort', entity: entity.name };
    const entries = moved.map((row) => ({
      ...entry,
      entityId: row.id,
      before: { [field]: row[field] },
      after: { [field]: places.get(row.id) },
    }));
    await audit(tx, ctx, ...entries, ...leftOutEntries(entry, skipped));
    return { changed: moved.length, skipped };
  });
  hooksOf(entity.name).committed?.(ctx, ids);
  return outcome;
}
