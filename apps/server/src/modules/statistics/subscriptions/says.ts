import type { Text } from '@wheelhouse/contract/lang';
import type { StatCard, StatNumber } from '@wheelhouse/contract/statistics';
import { formatMoney } from '@wheelhouse/contract/time';
import type { Statistic } from '@wheelhouse/entities/statistics/define';

export const mailTexts = {
  days: { zh: '统计期间：{from}至{to}', en: 'Period: {from} to {to}' },
  compared: { zh: '上期：{from}至{to}，天数相同', en: 'Before: {from} to {to}, as many days' },
  asOf: { zh: '数据截至{time}（Asia/Shanghai）', en: 'As of {time} (Asia/Shanghai)' },
  filters: { zh: '筛选条件：{text}', en: 'Filters: {text}' },
  none: { zh: '无', en: 'none' },
  name: { zh: '指标', en: 'Number' },
  value: { zh: '本期', en: 'Value' },
  before: { zh: '上期', en: 'Before' },
  change: { zh: '变化', en: 'Change' },
  open: { zh: '在控制台中查看', en: 'Open in the console' },
  attached: { zh: '附件为全部数字。', en: 'All numbers are attached.' },
  tooLarge: {
    zh: '数据较多，未附工作簿，请在控制台中导出。',
    en: 'There are too many numbers to attach: export them from the console.',
  },
  scope: {
    zh: '数字为您本人数据范围内的结果，请勿转发。',
    en: 'These are the numbers of your own data scope. Do not forward them.',
  },
  test: { zh: '[测试] ', en: '[Test] ' },
} as const satisfies Readonly<Record<string, Text>>;

/** A number of a mail, as the page shows it. */
export interface Said {
  readonly name: string;
  readonly value: string;
  readonly before: string;
  readonly change: string;
}

const none = '—';

function digits(value: number, decimals: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  }).format(value);
}

function sayNumber({ measures }: Statistic, name: string, value: StatNumber, lang: 'zh' | 'en'): string {
  const measure = measures[name];
  if (value === null) return none;
  if (typeof value === 'string') return value;
  if (measure?.kind === 'percent') return `${digits(value, measure.decimals ?? 2)}%`;
  if (measure?.kind === 'money') return formatMoney(value);
  const text = digits(value, measure?.decimals ?? 0);
  const unit = measure?.unit?.[lang];
  return unit === undefined ? text : unit === '%' || unit === '°' ? `${text}${unit}` : `${text} ${unit}`;
}

/** How much more or less than before, in percent of before; nothing where that says nothing. */
function sayChange(value: StatNumber, before: StatNumber): string {
  if (typeof value !== 'number' || typeof before !== 'number' || before <= 0 || value === before) return none;
  return `${value > before ? '↑' : '↓'} ${digits((100 * Math.abs(value - before)) / before, 1)}%`;
}

export function sayCard(statistic: Statistic, { key, value, prev }: StatCard, lang: 'zh' | 'en'): Said {
  return {
    name: statistic.measures[key]?.label[lang] ?? key,
    value: sayNumber(statistic, key, value, lang),
    before: sayNumber(statistic, key, prev, lang),
    change: sayChange(value, prev),
  };
}
