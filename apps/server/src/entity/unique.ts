import { errorText, fill } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import pg from 'pg';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { snake } from './storage.ts';

/** What the database refused, as the field's refusal: a value that is taken (1009), a reference to a row deleted meanwhile (1001). */
export function translateRefusal(error: unknown, entity: EntityDef, ctx: Pick<CallContext, 'lang'>): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === '23503') return deletedReference(error, entity, ctx);
  if (error.code !== '23505') return error;
  // A row that is written through a view is refused by its table.
  const table = entity.external ? (error.table ?? entity.table) : entity.table;
  const name =
    Object.keys(entity.fields).find((field) => error.constraint === `uq_${table}_${snake(field)}`) ??
    entity.uniqueTogether?.find((group) => error.constraint === `uq_${table}_${group.map(snake).join('_')}`)?.[0];
  if (!name) return error;
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
