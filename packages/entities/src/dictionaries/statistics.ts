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
  { category: 'ReportPeriod', zh: '报表期间', en: 'Period of a report', flag: 'B', entries: [
    { code: '1', zh: '昨天', en: 'Yesterday' },
    { code: '2', zh: '上周', en: 'Last week' },
    { code: '3', zh: '上月', en: 'Last month' },
    { code: '4', zh: '近7天', en: 'Last 7 days' },
    { code: '5', zh: '近30天', en: 'Last 30 days' },
  ] },
  { category: 'ReportFrequency', zh: '报表频率', en: 'Frequency of a report', flag: 'B', entries: [
    { code: '1', zh: '每天', en: 'Daily' },
    { code: '2', zh: '每周', en: 'Weekly' },
    { code: '3', zh: '每月', en: 'Monthly' },
  ] },
  { category: 'ReportDelivery', zh: '报表发送状态', en: 'State of a report', flag: 'B', entries: [
    { code: '1', zh: '待发送', en: 'Waiting', color: 'primary' },
    { code: '2', zh: '已发送', en: 'Sent' },
    { code: '3', zh: '未发送', en: 'Not sent', color: 'warning' },
    { code: '4', zh: '被退回', en: 'Refused', color: 'danger' },
  ] },
  { category: 'StatTarget', zh: '激活月目标', en: 'Monthly activation target', flag: 'E', entries: [
    { code: '202511', zh: '1000', en: '1000' },
    { code: '202512', zh: '1200', en: '1200' },
  ] },
] as const satisfies readonly Dictionary[];
