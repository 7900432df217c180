import { ownJson } from '@wheelhouse/contract/object';
import type { Added } from '@wheelhouse/contract/calls/kit';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { nameKey } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { sqlState, withTransaction, type Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { refuseField } from '../http/field-texts.ts';
import { markTraced } from '../http/trace.ts';
import { audit, auditOfChange, unchanged } from './audit.ts';
import { reviewRules } from './approval/rules.ts';
import { afterEdit } from './approval/steps.ts';
import { concerns, hooksOf, type Saving } from './hooks.ts';
import { lockInScope, refuseUnseen, rowsById, rowStatement, type WireRow } from './read.ts';
import { keepReplaced, keepRestored } from './publishable/keep.ts';
import { run, type Executor } from './run.ts';
import { selectionOf } from './select.ts';
import { refuseClosed } from './state-text.ts';
import { hasColumn, isNumericDict } from './storage.ts';
import { assignments, differs, isChange, storeChange, storing } from './store.ts';
import { rawFields } from './write-fields.ts';
import { checked, saveOne } from './write.ts';

interface Update {
  readonly key: string;
  /** None where a sheet says what a record shall be. */
  readonly rev?: number;
  readonly input: Row;
  readonly importing?: boolean;
  /** The version whose values they are. */
  readonly restoring?: number;
}

/** Checked values of a change of a row. @throws AppError 1001, 1004, 1005 (stale `rev`) */
async function checkedChange(
  ctx: CallContext,
  executor: Executor,
  entity: EntityDef,
  old: WireRow,
  { rev, input }: { readonly rev: number | undefined; readonly input: Row },
): Promise<Record<string, unknown>> {
  refuseClosed(entity, input, old, ctx);
  if (rev !== undefined && old.rev !== rev) throw new AppError(1005);
  if (Object.keys(input).length === 0) throw refuseField(ctx, '', validationTexts.atLeastOne);
  return checked(ctx, executor, entity, input, old);
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
  { key, rev, input, importing = false, restoring }: Update,
): Promise<Added> {
  const old = await lockInScope(ctx, tx, entity, key, rawFields(entity));
  const { id } = old;
  const action = importing ? 'import' : restoring === undefined ? 'update' : 'restore';
  const values = await checkedChange(ctx, tx, entity, old, { rev, input });
  const sent = Object.keys(values);
  const saving = { ctx, tx, old, values, importing, answer: {} };
  const { beforeSave, beforeSaveOf } = hooksOf(entity.name);
  if (beforeSave && concerns(beforeSaveOf, values)) await beforeSave(saving);
  const given = Object.fromEntries(sent.filter((name) => name in values).map((name) => [name, values[name]]));
  if (!(await isChange(ctx, tx, entity, old, given))) {
    await audit(tx, ctx, { action, entity: entity.name, entityId: id, code: unchanged });
    return { id, rev: old.rev, ...saving.answer };
  }
  await keepReplaced(tx, entity, old, restoring === undefined ? 'seldom' : 'same');
  const columns = assignments(entity, values, ctx.app.secrets);
  const stored = await storeChange(ctx, tx, entity, old, columns, rawFields(entity));
  if (!stored) throw new AppError(1005);
  const saved = await afterUpdate(entity, { ...saving, id }, stored);
  if (saved && restoring !== undefined) await keepRestored(tx, entity, saved, ctx.user.id, restoring);
  const after = saved && (await afterEdit(tx, entity, old, saved, ctx.user.id));
  const noted = after && { ...after, ...(restoring !== undefined && { '@version': restoring }) };
  await audit(tx, ctx, { action, entity: entity.name, entityId: id, before: old, after: noted });
  return { id, rev: after?.rev ?? stored.rev, ...saving.answer };
}

/** Runs the hooks after a stored change; returns the row after them. */
async function afterUpdate(
  entity: EntityDef,
  saving: Saving & { readonly id: string },
  stored: WireRow,
): Promise<WireRow | undefined> {
  const { afterSave, afterSaveOf } = hooksOf(entity.name);
  if (!afterSave || !concerns(afterSaveOf, saving.values)) return stored;
  await afterSave(saving);
  const [after] = await rowsById(saving.tx, entity, [saving.id], rawFields(entity));
  return after;
}

/** Kinds of fields whose values are checked by the form and the stored row alone. */
const selfContained: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'int',
  'decimal',
  'money',
  'flag',
  'color',
  'date',
  'instant',
]);

/** Whether a change needs nothing but its own row: no hook, no review, no other record, no file, no dictionary that people edit. */
function standsAlone(entity: EntityDef, input: Row): boolean {
  if (entity.keyedBy !== undefined || entity.external || entity.distributedBy !== undefined) return false;
  if (reviewRules(entity.name) !== undefined || entity.publishable === true) return false;
  const { beforeSave, beforeSaveOf, afterSave, afterSaveOf } = hooksOf(entity.name);
  if ((beforeSave && concerns(beforeSaveOf, input)) || (afterSave && concerns(afterSaveOf, input))) return false;
  const names = Object.keys(input);
  return (
    names.length > 0 &&
    names.every((name) => {
      const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
      if (field === undefined || !hasColumn(field)) return false;
      return selfContained.has(field.kind) || (field.kind === 'dict' && isNumericDict(field.dict));
    })
  );
}

/** Computed fields may follow from the changed columns. */
const computedNames = (entity: EntityDef): string[] =>
  Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind === 'computed');

/**
 * A change that stands alone, in two statements without a lock between them: the row is read and checked, then changed and logged by one
 * statement, if it still is the very version that was checked.
 * @returns undefined where it is not such a change, where the row has changed since, or where nothing differs: the transaction says which
 */
async function updateAlone(
  ctx: CallContext,
  entity: EntityDef,
  { key, rev, input }: Update & { readonly rev: number },
): Promise<Added | undefined> {
  if (!standsAlone(entity, input)) return undefined;
  const statement = rowStatement(entity, ctx, key, rawFields(entity), { as: 'log', version: true });
  const [found] = statement
    ? await run<{ row: string; visible: boolean; version: string }>(ctx.app.pool, statement)
    : [];
  const old = ownJson<WireRow>(refuseUnseen(found));
  const values = await checkedChange(ctx, ctx.app.pool, entity, old, { rev, input });
  const columns = assignments(entity, values, ctx.app.secrets);
  if (columns.length === 0 || found === undefined) return undefined;
  const names = [...Object.keys(values), ...computedNames(entity)];
  const logged = selectionOf(entity, names);
  const before = Object.fromEntries(names.flatMap((name) => [name, nameKey(name)]).map((name) => [name, old[name]]));
  const log = auditOfChange(ctx, { action: 'update', entity: entity.name, entityId: old.id });
  try {
    const [stored] = await run<{ rev: number }>(
      ctx.app.pool,
      sql`with t as (update ${sql.raw(entity.table)} set ${storing(ctx, columns)}
          where id = ${old.id}::bigint and rev = ${rev}::int and xmin = ${found.version}::xid and (${differs(columns)}) returning *),
        after as (select to_jsonb(r) as row from (select ${sql.raw(logged.columns)} from t${sql.raw(logged.joins)}) r),
        before as (select ${JSON.stringify(before)}::jsonb as row),
        logged as (${log} from after, before)
      select rev from t`,
    );
    if (stored === undefined) return undefined;
    markTraced(ctx);
    return { id: old.id, rev: stored.rev };
  } catch (error) {
    const state = sqlState(error);
    if (state === '40001' || state === '40P01') return undefined;
    throw error;
  }
}

/** New values of some fields of a record, and the revision they are based on. */
export type Change = Row & { readonly id: string; readonly rev: number };

/** Changes the given fields of one record. @throws AppError 1001, 1002, 1005 (stale `rev`), 1009, 1011, 1122 */
export const update = (ctx: CallContext, entity: EntityDef, { id, rev, ...input }: Change): Promise<Added> => {
  const change = { key: id, rev, input };
  return saveOne(
    ctx,
    entity,
    input,
    async () =>
      (await updateAlone(ctx, entity, change)) ??
      withTransaction(ctx.app.db, (tx) => updateIn(ctx, tx, entity, change)),
  );
};
