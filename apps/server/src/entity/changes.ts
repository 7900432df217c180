import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { rowsById, type WireRow } from './read.ts';
import { run } from './run.ts';
import { assignments } from './store.ts';
import { rawFields } from './write-fields.ts';

/** What an action stores in its rows: the same values in all of them, and others in single ones. */
export class Changes {
  readonly #all: Record<string, unknown> = {};
  readonly #own = new Map<string, Record<string, unknown>>();

  /** Values for all rows, or for the one named. The last one of a field wins; one that is undefined stays as it is. */
  add(changes: Row, id?: string): void {
    const known = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (id === undefined) Object.assign(this.#all, Object.fromEntries(known));
    else this.#own.set(id, { ...this.#own.get(id), ...Object.fromEntries(known) });
  }

  /** What a field becomes in a row: a value for the row itself wins over one for all rows. */
  next(id: string, name: string): unknown {
    return { ...this.#all, ...this.#own.get(id) }[name];
  }

  /** Stores them, with the next revision, who and when. @returns the rows as they are then, by id */
  async write(
    ctx: CallContext,
    tx: Tx,
    entity: EntityDef,
    rows: readonly WireRow[],
  ): Promise<ReadonlyMap<string, WireRow>> {
    const ids = rows.map(({ id }) => id);
    const alike = ids.filter((id) => !this.#own.has(id));
    await update(ctx, tx, entity, alike, this.#all);
    for (const id of ids) {
      const own = this.#own.get(id);
      if (own) await update(ctx, tx, entity, [id], { ...this.#all, ...own });
    }
    const after = await rowsById(tx, entity, ids, rawFields(entity));
    return new Map(after.map((row) => [row.id, row]));
  }
}

async function update(ctx: CallContext, tx: Tx, entity: EntityDef, ids: readonly string[], values: Row): Promise<void> {
  const columns = assignments(entity, values, ctx.app.secrets);
  if (ids.length === 0 || columns.length === 0) return;
  const sets = columns.map(({ column, value }) => sql`${sql.raw(column)} = ${value}`);
  await run(
    tx,
    sql`update ${sql.raw(entity.table)} set rev = rev + 1, update_by = ${ctx.user.id}, update_time = now(), ${sql.join(sets)} where id = any(${[...ids]}::bigint[])`,
  );
}
