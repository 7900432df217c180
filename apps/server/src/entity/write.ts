import type { Added } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Field, Row } from '@wheelhouse/entities/fields';
import { closedTo, inUse } from '@wheelhouse/entities/in-use';
import { labelOf } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { audit, leftOutEntries } from './audit.ts';
import { withoutAliases } from './aliases.ts';
import { checkAreas, checkReferences, refuseErrors, validationContext } from './check.ts';
import { hooksOf } from './hooks.ts';
import { withCleanHtml } from './html.ts';
import { idsInScope, rowsById, type WireRow } from './read.ts';
import { run, type Executor } from './run.ts';
import { admitUnique } from './sealed-lookup.ts';
import { wrongStateOf } from './state-text.ts';
import { hasColumn, snake } from './storage.ts';
import { assignments } from './store.ts';
import { rawFields } from './write-fields.ts';
import { translateRefusal } from './unique.ts';

/** Checks a form and everything it points to; answers the values to store. @throws AppError 1001 with all errors */
export async function checked(
  ctx: CallContext,
  tx: Executor,
  entity: EntityDef,
  input: Row,
  old: Row | undefined,
): Promise<Record<string, unknown>> {
  const form = withCleanHtml(entity.fields, await withoutAliases(ctx, tx, entity, input));
  const { values, errors } = validate(entity, form, old, validationContext(ctx));
  refuseErrors(errors);
  const more = await checkReferences(tx, ctx, entity.fields, values, old, (name) => labelOf(entity, name)[ctx.lang]);
  refuseErrors([...more, ...checkAreas(entity, { ...old, ...values }, ctx)]);
  return values;
}

/** Adds one record inside a transaction: checks, hooks, row, audit. */
export async function addIn(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  input: Row,
  importing = false,
): Promise<Added> {
  const saved = await insertChecked(ctx, tx, entity, await checked(ctx, tx, entity, input, undefined), importing);
  await auditAdded(ctx, tx, entity, [saved.id], importing);
  return saved;
}

/** Stores checked values as a new row, between its hooks. */
export async function insertChecked(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  values: Record<string, unknown>,
  importing: boolean,
): Promise<Added> {
  const hooks = hooksOf(entity.name);
  Object.assign(values, entity.fixedValues);
  const saving = { ctx, tx, old: undefined, values, importing, answer: {} };
  await hooks.beforeSave?.(saving);
  const columns = assignments(entity, values, ctx.app.secrets);
  const names = ['create_by', 'update_by', ...columns.map((c) => c.column)];
  const [saved] = await run<{ id: string; rev: number }>(
    tx,
    sql`insert into ${sql.raw(entity.table)} (${sql.raw(names.join(', '))}) values (${sql.join([sql`${ctx.user.id}`, sql`${ctx.user.id}`, ...columns.map((c) => c.value)])}) returning id::text as id, rev`,
  );
  if (!saved) throw new Error(`insert into ${entity.table} answered no row`);
  await hooks.afterSave?.({ ...saving, id: saved.id });
  return { ...saved, ...saving.answer };
}

/** Logs added rows as they are stored. */
export async function auditAdded(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  ids: readonly string[],
  importing: boolean,
): Promise<void> {
  const rows = await rowsById(tx, entity, ids, rawFields(entity));
  await audit(
    tx,
    ctx,
    ...rows.map((after) => ({ action: importing ? 'import' : 'add', entity: entity.name, entityId: after.id, after })),
  );
}

/** Saves one record; what must be unique and is sealed counts as a search for it. @throws AppError 1009 for a taken value, 1122 */
export async function saveOne(
  ctx: CallContext,
  entity: EntityDef,
  input: Row,
  save: () => Promise<Added>,
): Promise<Added> {
  try {
    await admitUnique(ctx, entity, input);
    const saved = await save();
    hooksOf(entity.name).committed?.(ctx, [saved.id]);
    return saved;
  } catch (error) {
    throw translateRefusal(error, entity, ctx);
  }
}

/** Adds one record. @throws AppError 1001 with field errors, 1009 for a taken unique value, 1122 too many tries of one */
export const add = (ctx: CallContext, entity: EntityDef, input: Row): Promise<Added> =>
  saveOne(ctx, entity, input, () => withTransaction(ctx.app.db, (tx) => addIn(ctx, tx, entity, input)));

/** A record that a batch left out, and why. */
export interface Skipped {
  readonly id: string;
  readonly code: number;
  readonly message: string;
}

/** A record that is left out. With `single`, the reason is thrown: there is no other. */
export function skip(ctx: Pick<CallContext, 'lang'>, id: string, refusal: AppError, single = false): Skipped {
  if (single) throw refusal;
  return { id, code: refusal.code, message: refusal.textIn(ctx.lang) };
}

/** Rows of a batch, locked unless they are only asked about, with a reason for each one left out. With `single`, the reason is thrown. */
export async function batchRows(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  ids: readonly string[],
  single = false,
  lock = true,
): Promise<{ rows: WireRow[]; skipped: Skipped[] }> {
  const rows = await rowsById(tx, entity, ids, rawFields(entity), lock);
  const visible = await idsInScope(tx, entity, ctx.user, ids);
  const found = new Set(rows.map((row) => row.id));
  const skipped = ids.flatMap((id) => {
    if (visible.has(id) && found.has(id)) return [];
    return [skip(ctx, id, new AppError(found.has(id) ? 1011 : 1002), single)];
  });
  return { rows: rows.filter((row) => visible.has(row.id)), skipped };
}

/** How many rows point to a record by references that do not go with it; of each reference, up to a thousand. */
async function references(tx: Tx, entity: EntityDef, id: string, all: readonly EntityDef[]): Promise<number> {
  const isLeft = (field: Field): boolean => hooksOf(entity.name).leavesReferences === true && field.readonly === true;
  const counts = all.flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) => {
      if ((field.kind !== 'ref' && field.kind !== 'refMany') || field.to !== entity.name) return [];
      if (other.external || !hasColumn(field) || isLeft(field) || (field.kind === 'ref' && field.cascade)) return [];
      const column = sql.raw(snake(name));
      const refers = field.kind === 'ref' ? sql`${column} = ${id}` : sql`${column} @> array[${id}::bigint]`;
      return [
        sql`(select count(*)::int from (select 1 from ${sql.raw(other.table)} where ${refers} and not deleted limit 1000) c)`,
      ];
    }),
  );
  if (counts.length === 0) return 0;
  const [row] = await run<{ n: number }>(tx, sql`select ${sql.join(counts, sql` + `)} as n`);
  return row?.n ?? 0;
}

/** Why a record may not be deleted. */
export async function deletionRefusal(
  { ctx, tx, row }: { readonly ctx: CallContext; readonly tx: Tx; readonly row: WireRow },
  entity: EntityDef,
  all: readonly EntityDef[],
): Promise<AppError | undefined> {
  return (
    inUseRefusal(entity, row, ctx) ??
    (await hooksOf(entity.name).refuseDelete?.(tx, row, ctx)) ??
    (await referenceRefusal(tx, entity, row.id, all))
  );
}

/** Deletes records softly; each one that cannot go is answered with its reason. With `single`, the reason is thrown. */
export async function batchDelete(
  ctx: CallContext,
  entity: EntityDef,
  ids: readonly string[],
  all: readonly EntityDef[],
  single = false,
): Promise<{ deleted: number; skipped: Skipped[] }> {
  const outcome = await withTransaction(ctx.app.db, (tx) => deleteAll(ctx, tx, entity, ids, all, single));
  hooksOf(entity.name).committed?.(ctx, ids);
  return outcome;
}

/** One by one: the check of a row must see that the rows before it are deleted. */
export async function deleteAll(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  ids: readonly string[],
  all: readonly EntityDef[],
  single: boolean,
): Promise<{ deleted: number; skipped: Skipped[] }> {
  const { rows, skipped } = await batchRows(ctx, tx, entity, ids, single);
  const gone: WireRow[] = [];
  for (const row of rows) {
    const refusal = await deletionRefusal({ ctx, tx, row }, entity, all);
    if (refusal) {
      skipped.push(skip(ctx, row.id, refusal, single));
      continue;
    }
    await run(
      tx,
      sql`update ${sql.raw(entity.table)} set deleted = true, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now() where id = ${row.id}`,
    );
    await hooksOf(entity.name).deleted?.(tx, row, ctx);
    gone.push(row);
  }
  const entry = { action: 'delete', entity: entity.name };
  const deleted = gone.map((row) => ({ ...entry, entityId: row.id, before: row }));
  await audit(tx, ctx, ...deleted, ...leftOutEntries(entry, skipped));
  return { deleted: gone.length, skipped };
}

/** What is in use, on the shelf for instance, is not deleted, nor what its machine does not let go. */
function inUseRefusal(entity: EntityDef, row: Row, ctx: CallContext): AppError | undefined {
  const found = inUse(entity, row) ?? closedTo(entity, 'deletable', row);
  return found && wrongStateOf(entity, found.field, row, ctx);
}

async function referenceRefusal(
  tx: Tx,
  entity: EntityDef,
  id: string,
  all: readonly EntityDef[],
): Promise<AppError | undefined> {
  const n = await references(tx, entity, id, all);
  return n > 0 ? new AppError(1006, { n }) : undefined;
}
