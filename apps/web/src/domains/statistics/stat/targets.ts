import { codes } from '@wheelhouse/entities/codes';
import type { Part } from '@wheelhouse/entities/statistics/define';
import type { Asked } from '@wheelhouse/entities/statistics/drill';
import { addDays, countDays, daysOfBucket } from '@wheelhouse/entities/statistics/period';
import { useDict } from '../../../reference/reference.ts';
import { useUser } from '../../../session/session.ts';

/** Share of a month that a day is. */
const shareOfMonth = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return 1 / new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/**
 * What is to be reached in a day, week or month of a trend: of months that are not asked for whole, their share by days. Null where a month has no
 * target, and while filters or the data scope of who looks narrow the numbers, as targets are for all.
 */
export function useTargets(
  { target }: Part,
  { days, granularity = 'day', filters = {} }: Asked,
): (bucket: string) => number | null {
  const isOfAll = useUser().dataScope === codes.DataScope.all;
  const months = new Map(useDict(target ?? '').map(({ code, name }) => [code, Number(name)]));
  return (bucket) => {
    if (target === undefined || !isOfAll || Object.keys(filters).length > 0) return null;
    const span = daysOfBucket(bucket, granularity, days);
    let sum = 0;
    for (let at = 0; at < countDays(span); at++) {
      const day = addDays(span.from, at);
      const month = months.get(day.slice(0, 7).replace('-', ''));
      if (month === undefined || !Number.isFinite(month)) return null;
      sum += month * shareOfMonth(day);
    }
    return Math.round(sum * 10) / 10;
  };
}
