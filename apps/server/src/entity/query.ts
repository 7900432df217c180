import { ListQueryError, readListQuery, type ListLimits, type ListQuery } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { fieldNamed } from '@wheelhouse/entities/queries';
import type { CallContext } from '../http/context.ts';
import { badQuery } from './order.ts';

/** Reads a list call's body; aliases become the fields they stand for. @throws AppError 1001 naming the field */
export function readQuery(
  ctx: Pick<CallContext, 'lang'>,
  entity: EntityDef,
  input: Readonly<Record<string, unknown>>,
  limits?: ListLimits,
): ListQuery {
  try {
    const query = readListQuery(input, limits);
    const named = <Part extends { readonly field: string }>(part: Part): Part => ({
      ...part,
      field: fieldNamed(entity, part.field),
    });
    return { ...query, conditions: query.conditions.map(named), order: query.order.map(named) };
  } catch (error) {
    if (error instanceof ListQueryError) throw badQuery(ctx, error.field);
    throw error;
  }
}
