import { ListQueryError, readListQuery, type Condition } from '@wheelhouse/contract';
import { formatDay, isDay } from '@wheelhouse/contract/time';
import { idPattern } from '@wheelhouse/contract/text';
import type { StoredField } from '@wheelhouse/entities/fields';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import {
  countDays,
  granularities,
  mostDays,
  usualGranularity,
  usualPeriod,
  type Days,
  type Granularity,
} from '@wheelhouse/entities/statistics/period';
import { isNumericDict, numericCodes } from '../../../entity/storage.ts';
import { badQuery } from '../../../entity/order.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import type { Who } from '../scoped.ts';

/** What is asked of a statistic: days, how they are gathered, and filters on the page's names. */
export interface Question {
  readonly days: Days;
  readonly granularity: Granularity;
  readonly filters: readonly Condition[];
}

const operatorsOf = { in: ['eq', 'in'], ge: ['eq', 'ge'] } as const;

function readDay(who: Who, condition: Condition): string {
  const { value, op } = condition;
  if (typeof value !== 'string' || !isDay(value)) throw refuseField(who, `query.date.${op}`, 'day');
  return value;
}

function checkFilter(who: Who, statistic: Statistic, condition: Condition): Condition {
  const { field, op, value } = condition;
  const filter = Object.hasOwn(statistic.filters, field) ? statistic.filters[field] : undefined;
  const allowed: readonly string[] = filter?.by === undefined ? ['eq'] : operatorsOf[filter.by];
  if (filter === undefined || !allowed.includes(op)) throw badQuery(who, op === 'eq' ? field : `${field}.${op}`);
  const values: readonly unknown[] = op === 'in' && typeof value === 'string' ? value.split(',') : [value].flat();
  if (values.length > mostValues || !values.every((one) => fits(filter.as, one)))
    throw badQuery(who, op === 'eq' ? field : `${field}.${op}`);
  return op === 'in' ? { ...condition, value: values } : condition;
}

const mostValues = 200;
const longest = 60;

/** Whether a filter can have a value: rows of the server's own are compared without the check of an entity's list. */
function fits(as: StoredField, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (as.kind === 'ref') return idPattern.test(text);
  if (as.kind === 'area') return /^\d{6}$/.test(text);
  if (as.kind === 'dict' && isNumericDict(as.dict)) return numericCodes(as.dict).map(String).includes(text);
  return text.length <= longest;
}

/**
 * Reads `{"date.ge","date.le",granularity,…}`: without days the last 30, without a granularity the one that suits them.
 * @throws AppError 1001 naming the key, 8001 more than 366 days, 8003 the end is first
 */
export function readQuestion(who: Who, statistic: Statistic, given: unknown): Question {
  const { conditions } = readConditions(who, given);
  let [from, to]: (string | undefined)[] = [];
  let granularity: Granularity | undefined;
  const filters: Condition[] = [];
  for (const condition of conditions) {
    if (condition.field === 'date' && condition.op === 'ge') from = readDay(who, condition);
    else if (condition.field === 'date' && condition.op === 'le') to = readDay(who, condition);
    else if (condition.field === 'granularity' && condition.op === 'eq') {
      granularity = granularities.find((one) => one === condition.value);
      if (granularity === undefined) throw refuseField(who, 'query.granularity', 'invalid');
    } else filters.push(checkFilter(who, statistic, condition));
  }
  const today = formatDay(new Date());
  const end = to ?? (from !== undefined && from > today ? from : today);
  const days: Days = { from: from ?? usualPeriod(end).from, to: end };
  if (days.to < days.from) throw new AppError(8003);
  if (countDays(days) > mostDays) throw new AppError(8001);
  return { days, granularity: granularity ?? usualGranularity(days), filters };
}

function readConditions(who: Who, query: unknown): { readonly conditions: readonly Condition[] } {
  try {
    return readListQuery({ query });
  } catch (error) {
    throw error instanceof ListQueryError ? badQuery(who, error.field) : error;
  }
}
