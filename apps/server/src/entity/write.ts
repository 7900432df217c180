import type { Added } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Field, Row } from '@wheelhouse/entities/fields';
import { closedTo, inUse } from '@wheelhouse/entities/in-use';
import { labelOf } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { audit, leftOutEntries, unchanged } from './audit.ts';
import { withoutAliases } from './aliases.ts';
import { checkAreas, checkReferences, refuseErrors, validationContext } from './check.ts';
import { hooksOf, type Saving } from './hooks.ts';
import { withCleanHtml } from './html.ts';
import { idsInScope, lockInScope, rowsById, type WireRow } from './read.ts';
import { run } from './run.ts';
import { refuseClosed, wrongStateOf } from './state-text.ts';
import { hasColumn, snake } from './storage.ts';
import { assignments, isChange, storeChange } from './store.ts';
import { translateRefusal } from './unique.ts';
import { refuseField } from '../http/field-texts.ts';

const raw = new WeakMap<EntityDef, readonly string[]>();

/** Fields of a row as rules, hooks and the log see it: all but counts of other rows. */
export function rawFields(entity: EntityDef): readonly string[] {
  const known = raw.get(entity);
  if (known) return known;
  const own = Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind !== 'count');
  const names = ['id', 'rev', 'createTime', 'updateTime', 'createBy', 'updateBy', ...own];
  raw.set(entity, names);
  return names;
}

/** Checks a form and everything it points to; answers the values to store. @throws AppError 1001 with all errors */
async function checked(
  ctx: CallContext,
  tx: Tx,
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

/** Adds one record. @throws AppError 1001 with field errors, 1009 for a taken unique value */
export async function add(ctx: CallContext, entity: EntityDef, input: Row): Promise<Added> {
  try {
    const saved = await withTransaction(ctx.app.db, (tx) => addIn(ctx, tx, entity, input));
    hooksOf(entity.name).committed?.(ctx, [saved.id]);
    return saved;
  } catch (error) {
    throw translateRefusal(error, entity, ctx);
  }
}

interface Update {
  readonly key: string;
  /** None where a sheet says what a record shall be. */
  readonly rev?: number;
  readonly input: Row;
  readonly importing?: boolean;
}

/**
 * Changes one record inside a transaction: scope, state, checks, hooks, row, audit.
 * What hooks add to a change (a next version) is stored with a change alone: values that are what they were leave the row, its revision and what
 * follows a save alone, and the log says so.
 */
export async function updateIn(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  { key, rev, input, importing = false }: Update,
): Promise<Added> {
  const old = await lockInScope(ctx, tx, entity, key, rawFields(entity));
  const { id } = old;
  const action = importing ? 'import' : 'update';
  refuseClosed(entity, input, old, ctx);
  if (rev !== undefined && old.rev !== rev) throw new AppError(1005);
  if (Object.keys(input).length === 0) throw refuseField(ctx, '', validationTexts.atLeastOne);
  const values = await checked(ctx, tx, entity, input, old);
  const sent = Object.keys(values);
  const saving = { ctx, tx, old, values, importing, answer: {} };
  await hooksOf(entity.name).beforeSave?.(saving);
  const given = Object.fromEntries(sent.filter((name) => name in values).map((name) => [name, values[name]]));
  if (!(await isChange(ctx, tx, entity, old, given))) {
    await audit(tx, ctx, { action, entity: entity.name, entityId: id, code: unchanged });
    return { id, rev: old.rev, ...saving.answer };
  }
  const columns = assignments(entity, values, ctx.app.secrets);
  const stored = await storeChange(ctx, tx, entity, old, columns, rawFields(entity));
  if (!stored) throw new AppError(1005);
  const after = await afterUpdate(entity, { ...saving, id }, stored);
  await audit(tx, ctx, { action, entity: entity.name, entityId: id, before: old, after });
  return { id, rev: stored.rev, ...saving.answer };
}

/** Runs the hooks after a stored change; returns the row after them. */
async function afterUpdate(
  entity: EntityDef,
  saving: Saving & { readonly id: string },
  stored: WireRow,
): Promise<WireRow | undefined> {
  const { afterSave, afterSaveOf } = hooksOf(entity.name);
  if (!afterSave || afterSaveOf?.every((name) => saving.values[name] === undefined)) return stored;
  await afterSave(saving);
  const [after] = await rowsById(saving.tx, entity, [saving.id], rawFields(entity));
  return after;
}

/** New values of some fields of a record, and the revision they are based on. */
export type Change = Row & { readonly id: string; readonly rev: number };

/** Changes the given fields of one record. @throws AppError 1001, 1002, 1005 (stale `rev`), 1009, 1011 */
export async function update(ctx: CallContext, entity: EntityDef, body: Change): Promise<Added> {
  const { id, rev, ...input } = body;
  try {
    const saved = await withTransaction(ctx.app.db, (tx) => updateIn(ctx, tx, entity, { key: id, rev, input }));
    hooksOf(entity.name).committed?.(ctx, [saved.id]);
    return saved;
  } catch (error) {
    throw translateRefusal(error, entity, ctx);
  }
}

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

/** Rows of a batch, locked, with a reason for each one left out. With `single`, the reason is thrown. */
export async function batchRows(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  ids: readonly string[],
  single = false,
): Promise<{ rows: WireRow[]; skipped: Skipped[] }> {
  const rows = await rowsById(tx, entity, ids, rawFields(entity), true);
  const visible = await idsInScope(tx, entity, ctx.user, ids);
  const found = new Set(rows.map((row) => row.id));
  const skipped = ids.flatMap((id) => {
    if (visible.has(id) && found.has(id)) return [];
    return [skip(ctx, id, new AppError(found.has(id) ? 1011 : 1002), single)];
  });
  return { rows: rows.filter((row) => visible.has(row.id)), skipped };
}

/** How many rows point to a record by references that do not go with it. */
async function references(tx: Tx, entity: EntityDef, id: string, all: readonly EntityDef[]): Promise<number> {
  const isLeft = (field: Field): boolean => hooksOf(entity.name).leavesReferences === true && field.readonly === true;
  let n = 0;
  for (const other of all) {
    for (const [name, field] of Object.entries(other.fields)) {
      if ((field.kind !== 'ref' && field.kind !== 'refMany') || field.to !== entity.name) continue;
      if (other.external || !hasColumn(field) || isLeft(field) || (field.kind === 'ref' && field.cascade)) continue;
      const column = sql.raw(snake(name));
      const refers = field.kind === 'ref' ? sql`${column} = ${id}` : sql`${column} @> array[${id}::bigint]`;
      const [row] = await run<{ n: number }>(
        tx,
        sql`select count(*)::int as n from (select 1 from ${sql.raw(other.table)} where ${refers} and not deleted limit 1000) c`,
      );
      n += row?.n ?? 0;
    }
  }
  return n;
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
async function deleteAll(
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
    const refusal =
      inUseRefusal(entity, row, ctx) ??
      (await hooksOf(entity.name).refuseDelete?.(tx, row, ctx)) ??
      (await referenceRefusal(tx, entity, row.id, all));
    if (refusal) {
      skipped.push(skip(ctx, row.id, refusal, single));
      continue;
    }
    await run(
      tx,
      sql`update ${sql.raw(entity.table)} set deleted = true, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now() where id = ${row.id}`,
    );
    gone.push(row);
  }
  const entry = { action: 'delete', entity: entity.name };
  await audit(
    tx,
    ctx,
    ...gone.map((row) => ({ ...entry, entityId: row.id, before: row })),
    ...leftOutEntries(entry, skipped),
  );
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
