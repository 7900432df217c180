import { parseInstant } from '@wheelhouse/contract';
import type { Issue } from './define.ts';
import type { Row } from './fields.ts';

const hourMs = 3_600_000;
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? parseInstant(value)?.getTime() : undefined;

interface Limits {
  /** How long the period may last, in hours or days. */
  readonly hours?: number;
  readonly days?: number;
}

/**
 * Rule of a period: `until` lies after `from`, or after now while `from` is empty, and not too long after it. How far ahead and in what
 * steps a time may be chosen are options of its field (`ahead`, `step`).
 */
export const period =
  (from: string, until: string, { hours, days }: Limits) =>
  (row: Row): Issue | undefined => {
    const end = timeOf(row[until]);
    if (end === undefined) return undefined;
    const start = timeOf(row[from]) ?? Date.now();
    if (end <= start) return { field: until, text: { zh: '须晚于开始时间', en: 'Must be later than the start' } };
    if (days !== undefined && end - start > days * 24 * hourMs)
      return { field: until, code: 1012, params: { n: days } };
    if (hours !== undefined && end - start > hours * hourMs)
      return {
        field: until,
        text: { zh: '时间范围不能超过{n}小时', en: 'Range over {n} {n|hour|hours}' },
        params: { n: hours },
      };
    return undefined;
  };
