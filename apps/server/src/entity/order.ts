import type { ListQuery } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql, type RawBuilder } from 'kysely';
import type { CallContext } from '../http/context.ts';
import type { AppError } from '../http/errors.ts';
import { refuseField } from '../http/field-texts.ts';
import { isHidden } from './hidden.ts';
import { snake, sortableFields } from './storage.ts';

/** Refusal that names a part of the query. */
export function badQuery(ctx: Pick<CallContext, 'lang'>, field: string): AppError {
  return refuseField(ctx, field, 'invalid');
}

/** An order over alias `t`, and the columns it goes by. */
export interface Order {
  readonly text: string;
  readonly columns: readonly string[];
}

/** The order of a list query, by whitelisted columns only; rows that are alike in it go by their id. @throws AppError 1001 */
export function orderOf(ctx: CallContext, entity: EntityDef, query: ListQuery): Order {
  const allowed = sortableFields(entity);
  const [field = 'id', direction = 'desc'] = entity.list.order.split(' ');
  const order = query.order.length > 0 ? query.order : [{ field, desc: direction === 'desc' }];
  const parts = order.map((part) => {
    // The order of rows would reveal values that are not shown.
    if (!allowed.has(part.field) || isHidden(entity, part.field, ctx.user)) throw badQuery(ctx, 'orderBy');
    return `t.${snake(part.field)} ${part.desc ? 'desc nulls last' : 'asc nulls first'}`;
  });
  const columns = order.map((part) => snake(part.field));
  if (entity.keyedBy) return { text: parts.join(', '), columns };
  return {
    text: `${parts.join(', ')}, t.id ${order[0]?.desc ? 'desc' : 'asc'}`,
    columns: [...new Set([...columns, 'id'])],
  };
}

/** Literal numbers: for an offset given as a parameter the planner assumes a tenth of the table. */
export function limitText({ page, pageSize }: ListQuery): RawBuilder<unknown> {
  return sql.raw(`limit ${pageSize} offset ${(page - 1) * pageSize}`);
}
