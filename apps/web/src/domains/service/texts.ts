import { useTexts, type Texts } from '../../i18n/lang.ts';

export const texts = {
  log: { zh: '服务日志', en: 'Service log' },
  mine: { zh: '我的客服状态', en: 'My service state' },
  state: { zh: '{name}的状态', en: 'State of {name}' },
  figures: { zh: '统计', en: 'Figures' },
  lastDays: { zh: '近{n}天', en: 'Last {n} {n|day|days}' },
  onlineHours: { zh: '在线时长（小时）', en: 'Hours online' },
  sessions: { zh: '会话数', en: 'Sessions' },
  firstResponseSec: { zh: '平均首次响应（秒）', en: 'First response, avg (s)' },
  rating: { zh: '平均评分', en: 'Rating, avg' },
} as const satisfies Texts;

export const useServiceTexts = () => useTexts(texts);
