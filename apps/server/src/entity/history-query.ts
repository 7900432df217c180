import { ListQueryError, readListQuery, type ListQuery } from '@wheelhouse/contract';
import type { CallContext } from '../http/context.ts';
import { refuseField } from '../http/field-texts.ts';
import { badQuery } from './order.ts';
import { checkRange, instantOf } from '../http/day-range.ts';

/** Query of a history: record, time range and order. */
export interface HistoryQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly from: Date;
  readonly to: Date;
  readonly order: 'asc' | 'desc';
  /** Values of the other conditions, by field. */
  readonly values: Readonly<Record<string, string>>;
}

interface HistoryRules {
  /** Conditions it takes by `eq`, besides those on `time`. */
  readonly fields: readonly string[];
  /** Fields of which one names the record. */
  readonly keys: readonly [string, ...string[]];
  readonly mostDays: number;
}

function readQuery(ctx: CallContext, input: Readonly<Record<string, unknown>>): ListQuery {
  try {
    return readListQuery(input);
  } catch (error) {
    throw error instanceof ListQueryError ? badQuery(ctx, error.field) : error;
  }
}

/**
 * Query of a history that is too long to be browsed: it says whose, and from when to when, in no more than so many days.
 * @throws AppError 1001 naming the condition that is missing or that it does not take, 8003 the end is first, 1012 {n} days
 */
export function readHistoryQuery(
  ctx: CallContext,
  input: Readonly<Record<string, unknown>>,
  { fields, keys, mostDays }: HistoryRules,
): HistoryQuery {
  const { page, pageSize, order, conditions } = readQuery(ctx, input);
  const values: Record<string, string> = {};
  const times: { ge?: Date; le?: Date } = {};
  for (const { field, op, value } of conditions) {
    if (field === 'time' && (op === 'ge' || op === 'le') && typeof value === 'string') {
      const at = instantOf(value, op === 'le');
      if (at) times[op] = at;
      else throw badQuery(ctx, `time.${op}`);
    } else if (op === 'eq' && fields.includes(field) && (typeof value === 'string' || typeof value === 'number'))
      values[field] = String(value);
    else throw badQuery(ctx, op === 'eq' ? field : `${field}.${op}`);
  }
  const { ge: from, le: to } = times;
  if (!keys.some((key) => values[key] !== undefined)) throw refuseField(ctx, keys[0], 'required');
  if (!from || !to) throw refuseField(ctx, from ? 'time.le' : 'time.ge', 'required');
  checkRange({ from, to }, { days: mostDays });
  if (order.length > 1 || order.some(({ field }) => field !== 'time')) throw badQuery(ctx, 'orderBy');
  return { page, pageSize, from, to, order: order[0]?.desc === false ? 'asc' : 'desc', values };
}
