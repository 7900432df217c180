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
  { category: 'Weekday', zh: '星期', en: 'Weekday', flag: 'B', entries: [
    { code: '1', zh: '周一', en: 'Mon' },
    { code: '2', zh: '周二', en: 'Tue' },
    { code: '3', zh: '周三', en: 'Wed' },
    { code: '4', zh: '周四', en: 'Thu' },
    { code: '5', zh: '周五', en: 'Fri' },
    { code: '6', zh: '周六', en: 'Sat' },
    { code: '7', zh: '周日', en: 'Sun' },
  ] },
  { category: 'AppMessageKind', zh: '消息类别', en: 'Kind of message', flag: 'B', entries: [
    { code: 'activity', zh: '活动', en: 'Campaign' },
    { code: 'system', zh: '系统', en: 'Notice' },
    { code: 'service', zh: '服务', en: 'Reminder' },
    { code: 'alarm', zh: '报警', en: 'Alarm' },
  ] },
  { category: 'StatTarget', zh: '激活月目标', en: 'Monthly activation target', flag: 'E', entries: [
    { code: '202511', zh: '1000', en: '1000' },
    { code: '202512', zh: '1200', en: '1200' },
  ] },
] as const satisfies readonly Dictionary[];
