import type { DateRemark } from '@wheelhouse/entities/content/holiday-dates';
import { useTexts, type Texts } from '../../../i18n/lang.ts';

const remarks = {
  shortMonth: { zh: '当月只有29天，取最后一天', en: 'The month has 29 days: its last one counts' },
  commonYear: { zh: '平年无2月29日，取2月28日', en: 'No leap year: 28 February counts' },
  leapMonth: {
    zh: '当年有闰月，节日按正月份，跨月时段从闰月起',
    en: 'Leap month that year: the holiday is in the regular month; a period into the next month begins in the leap month',
  },
} as const satisfies Record<DateRemark, object>;

const texts = {
  kinds: { zh: '主题与节日语音', en: 'Themes and holiday voices' },
  themes: { zh: '主题', en: 'Themes' },
  holidays: { zh: '节日语音', en: 'Holiday voices' },
  result: { zh: '未来3年的日期', en: 'Dates of the next 3 years' },
  none: { zh: '未来3年没有日期', en: 'No dates in the next 3 years' },
  period: { zh: '{from}至{to}', en: '{from} to {to}' },
  ...remarks,
} as const satisfies Texts;

export const useHolidayTexts = () => useTexts(texts);
