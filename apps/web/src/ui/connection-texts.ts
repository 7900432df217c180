import type { Texts } from '../i18n/lang.ts';

export const connectionTexts = {
  lost: { zh: '连接已断开', en: 'Connection lost' },
  lostWithData: { zh: '连接已断开，显示的是{time}的数据', en: 'Connection lost. Showing data from {time}' },
  retryIn: { zh: '{n}秒后重试', en: 'Retrying in {n} s' },
  retrying: { zh: '正在重试…', en: 'Retrying…' },
  retryNow: { zh: '立即重试', en: 'Retry now' },
  back: { zh: '连接已恢复', en: 'Back online' },
  stale: {
    zh: '部分内容未能更新，显示的是{time}的数据',
    en: 'Some content could not be refreshed. Showing data from {time}',
  },
  release: { zh: '系统已更新，请保存后刷新页面', en: 'A new version is available. Save your work, then reload' },
  reload: { zh: '刷新页面', en: 'Reload' },
  live: { zh: '实时', en: 'Live' },
  notLive: { zh: '未实时更新', en: 'Not live' },
} as const satisfies Texts;
