import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const statTexts = {
  date: { zh: '日期', en: 'Days' },
  numbers: { zh: '指标', en: 'Numbers' },
  asOf: { zh: '数据截至{time}', en: 'As of {time}' },
  before: { zh: '上期{value}', en: 'Before {value}' },
  lastYear: { zh: '去年同期{value}', en: 'Last year {value}' },
  compared: {
    zh: '上期：{from}至{to}，天数相同',
    en: 'Before: {from} to {to}, as many days',
  },
  granularity: { zh: '统计粒度', en: 'By' },
  day: { zh: '日', en: 'Day' },
  week: { zh: '周', en: 'Week' },
  month: { zh: '月', en: 'Month' },
  unknown: { zh: '未知', en: 'Unknown' },
  all: { zh: '合计', en: 'All' },
  other: { zh: '其他', en: 'Other' },
  share: { zh: '占比', en: 'Share' },
  cumulated: { zh: '累计占比', en: 'Cumulated share' },
  print: { zh: '打印', en: 'Print' },
  nothing: { zh: '此期间没有数据', en: 'Nothing in this period' },
  hourSays: { zh: '最多的是{weekday} {hour}时（{n}）', en: 'Most on {weekday} at {hour}:00 ({n})' },
  toList: { zh: '{what}：{n}，查看明细', en: '{what}: {n}, see the records' },
  exporting: { zh: '正在导出', en: 'Exporting' },
} as const satisfies Texts;

export const useStatTexts = () => useTexts(statTexts);
