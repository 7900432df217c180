import { errorText } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import pg from 'pg';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { snake } from './storage.ts';

/** A unique index was hit: code 1009 naming the field. */
export function translateUnique(error: unknown, entity: EntityDef, ctx: Pick<CallContext, 'lang'>): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return error;
  const name =
    Object.keys(entity.fields).find((field) => error.constraint === `uq_${entity.table}_${snake(field)}`) ??
    entity.uniqueTogether?.find(
      (group) => error.constraint === `uq_${entity.table}_${group.map(snake).join('_')}`,
    )?.[0];
  if (!name) return error;
  const field = labelOf(entity, name)[ctx.lang];
  return new AppError(
    1009,
    { field },
    { errors: [{ field: name, message: errorText(1009, ctx.lang, { field }) }], cause: error },
  );
}
