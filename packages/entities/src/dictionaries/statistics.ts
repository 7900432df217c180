/**
 * Dictionaries of statistics and reports.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const statisticsDictionaries = [
  { category: 'Granularity', zh: '统计粒度', en: 'Granularity', flag: 'B', entries: [
    { code: 'day', zh: '日', en: 'Day' },
    { code: 'week', zh: '周', en: 'Week' },
    { code: 'month', zh: '月', en: 'Month' },
  ] },
  { category: 'StatTarget', zh: '激活月目标', en: 'Monthly activation target', flag: 'E', entries: [
    { code: '202511', zh: '1000', en: '1000' },
    { code: '202512', zh: '1200', en: '1200' },
  ] },
] as const satisfies readonly Dictionary[];
