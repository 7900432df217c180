import type { Lang } from '@wheelhouse/contract/lang';
import type { Condition } from '@wheelhouse/contract/list-query';
import { isDay, parseInstant } from '@wheelhouse/contract/time';
import { AppError } from './errors.ts';
import { refuseField } from './field-texts.ts';

const dayMs = 86_400_000;

/** A stretch of time, both ends included. */
export interface DayRange {
  readonly from: Date;
  readonly to: Date;
}

/** An instant as calls give it: `YYYY-MM-DD HH:mm:ss`, or a day, of which it is the first or the last second. */
export function instantOf(value: unknown, end: boolean): Date | undefined {
  if (typeof value !== 'string') return undefined;
  return parseInstant(isDay(value) ? `${value} ${end ? '23:59:59' : '00:00:00'}` : value);
}

interface Longest {
  /** As the refusal says it. */
  readonly days: number;
  /** Days that it may be longer, for ranges that count back from today. */
  readonly tolerance?: number;
}

/** @throws AppError 8003 it ends before it begins, 1012 {n} it is longer than so many days */
export function checkRange({ from, to }: DayRange, { days, tolerance = 0 }: Longest): void {
  if (to < from) throw new AppError(8003);
  if (to.getTime() - from.getTime() > (days + tolerance) * dayMs) throw new AppError(1012, { n: days });
}

interface RangeRules extends Longest {
  /** Refuses a range with an end that is not given; without it the end is refused as a required field. */
  readonly missing?: AppError;
}

/**
 * Both ends of a range that a call requires.
 * @param names of the fields that give the ends
 * @throws AppError 1001 naming an end that is missing or no time, 8003 it ends before it begins, 1012 {n} it is longer than so many days
 */
export function dayRange(
  ctx: { readonly lang: Lang },
  names: readonly [string, string],
  values: readonly [unknown, unknown],
  { missing, ...longest }: RangeRules,
): DayRange {
  const absent = values.findIndex((value) => value === undefined || value === null || value === '');
  if (absent >= 0) throw missing ?? refuseField(ctx, names[absent === 0 ? 0 : 1], 'required');
  const [from, to] = [instantOf(values[0], false), instantOf(values[1], true)];
  if (!from || !to) throw refuseField(ctx, names[from ? 1 : 0], 'instant');
  checkRange({ from, to }, longest);
  return { from, to };
}

/** The two ends that the conditions of a list set to a field; undefined where they do not. */
export function rangeOf(conditions: readonly Condition[], field: string): Partial<DayRange> {
  const at = (op: 'ge' | 'le') => conditions.find((one) => one.field === field && one.op === op)?.value;
  const [from, to] = [instantOf(at('ge'), false), instantOf(at('le'), true)];
  return { ...(from && { from }), ...(to && { to }) };
}

/**
 * Checks the range that the conditions of a list set to a field. Without an end it ends now; without a beginning it is none.
 * @throws AppError 8003 it ends before it begins, 1012 {n} it is longer than so many days
 */
export function checkRangeOf(conditions: readonly Condition[], field: string, longest: Longest): void {
  const { from, to } = rangeOf(conditions, field);
  if (!from) return;
  const until = to ?? new Date(Math.max(from.getTime(), Date.now()));
  checkRange({ from, to: until }, longest);
}
