import { errorText, fill, type Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, labelOf, plain } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import pg from 'pg';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { fieldRefusal } from './check.ts';
import { snake } from './storage.ts';

const all = Object.values(entities).map(plain);

/** The field of an entity that a unique index of this table protects. */
const uniqueField = (entity: EntityDef, table: string, constraint: string | undefined): string | undefined =>
  Object.keys(entity.fields).find((field) => constraint === `uq_${table}_${snake(field)}`) ??
  entity.uniqueTogether?.find((group) => constraint === `uq_${table}_${group.map(snake).join('_')}`)?.[0];

/** A value that is taken in another table, which was written along with the entity's: the label of its field. */
function takenElsewhere({ table, constraint }: pg.DatabaseError, lang: Lang): string | undefined {
  if (table === undefined) return undefined;
  for (const owner of all.filter((one) => one.table === table)) {
    const name = uniqueField(owner, table, constraint);
    if (name !== undefined) return labelOf(owner, name)[lang];
  }
  return undefined;
}

/**
 * What the database refused, as a refusal: a value that is taken (1009, under the field where it is one of the entity's), a reference to a row
 * deleted meanwhile (1001), a place in a tree that there is not (1001, or the field's own error).
 */
export function translateRefusal(error: unknown, entity: EntityDef, ctx: Pick<CallContext, 'lang'>): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === '23503') return deletedReference(error, entity, ctx);
  if (error.code === '23514') return outsideTree(error, entity, ctx);
  if (error.code !== '23505') return error;
  // A row that is written through a view is refused by its table.
  const table = entity.external ? (error.table ?? entity.table) : entity.table;
  const name = uniqueField(entity, table, error.constraint);
  if (name === undefined) {
    const field = takenElsewhere(error, ctx.lang);
    return field === undefined ? error : new AppError(1009, { field }, { cause: error });
  }
  const field = labelOf(entity, name)[ctx.lang];
  return new AppError(
    1009,
    { field },
    { errors: [{ field: name, message: errorText(1009, ctx.lang, { field }) }], cause: error },
  );
}

function deletedReference(error: pg.DatabaseError, entity: EntityDef, { lang }: Pick<CallContext, 'lang'>): unknown {
  const field = Object.keys(entity.fields).find((name) => error.constraint === `alive_${entity.table}_${snake(name)}`);
  if (field === undefined) return error;
  const message = fill(validationTexts.reference[lang], { label: labelOf(entity, field)[lang] });
  return new AppError(1001, undefined, { errors: [{ field, message }], cause: error });
}

function outsideTree(error: pg.DatabaseError, entity: EntityDef, ctx: Pick<CallContext, 'lang'>): unknown {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'ref' || !field.tree || error.constraint !== `tree_${entity.table}_${snake(name)}`) continue;
    const { levels, refusal } = field.tree;
    if (refusal !== undefined) return fieldRefusal(ctx, name, refusal);
    const message = fill(validationTexts.tree[ctx.lang], { label: labelOf(entity, name)[ctx.lang], n: levels });
    return new AppError(1001, undefined, { errors: [{ field: name, message }], cause: error });
  }
  return error;
}
