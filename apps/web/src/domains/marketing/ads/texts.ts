import { useTexts, type Texts } from '../../../i18n/lang.ts';

const texts = {
  noImage: { zh: '尚未上传图片', en: 'No picture yet' },
  skip: { zh: '跳过{n}秒', en: 'Skip {n} s' },
  close: { zh: '关闭', en: 'Close' },
  range: { zh: '时间范围', en: 'Time range' },
  last7d: { zh: '7天', en: '7 days' },
  last30d: { zh: '30天', en: '30 days' },
  lastYear: { zh: '一年', en: 'One year' },
  statistics: { zh: '统计', en: 'Statistics' },
  summary: {
    zh: '曝光{shows}，点击{clicks}',
    en: '{shows} {shows|impression|impressions}, {clicks} {clicks|click|clicks}',
  },
  day: { zh: '日期', en: 'Day' },
  impressions: { zh: '曝光', en: 'Impressions' },
  clicks: { zh: '点击', en: 'Clicks' },
  users: { zh: '人数', en: 'Users' },
  nothing: { zh: '这段时间没有展示', en: 'Not shown in this period' },
} as const satisfies Texts;

export const useAdTexts = () => useTexts(texts);
