import { useTexts, type Texts } from '../../i18n/lang.ts';

export const texts = {
  log: { zh: '连接日志', en: 'Connection log' },
  range: { zh: '时间范围', en: 'Range' },
  days: { zh: '近{n}天', en: '{n} {n|day|days}' },
  nothing: {
    zh: '所选时间内没有手机上报过连接。',
    en: 'No phone has reported a connection in this range.',
  },
  summary: { zh: '连接{n}次，成功率{percent}%', en: '{n} {n|attempt|attempts}, {percent}% connected' },
  perDay: { zh: '每日连接结果', en: 'Results by day' },
  quality: { zh: '每日信号与耗时', en: 'Signal and time by day' },
  day: { zh: '日期', en: 'Date' },
  rssi: { zh: '信号中位数(dBm)', en: 'Median RSSI (dBm)' },
  costMs: { zh: '连接耗时中位数(ms)', en: 'Median time to connect (ms)' },
  attempts: { zh: '连接记录', en: 'Attempts' },
} as const satisfies Texts;

export const useBleTexts = () => useTexts(texts);
