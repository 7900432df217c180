import type { Texts } from '../../i18n/lang.ts';

export const texts = {
  notifications: { zh: '待办提醒', en: 'To-dos' },
  notificationsCount: { zh: '待办提醒，{n}项待办', en: 'To-dos, {n} waiting' },
  waits: { zh: '待办', en: 'To do' },
  watch: { zh: '关注', en: 'To watch' },
  none: { zh: '没有待处理的事项', en: 'Nothing waits for you' },
  sound: { zh: '新待办时播放提示音', en: 'Sound for new to-dos' },
  news: { zh: '新的待办：{what}', en: 'New to do: {what}' },
  one: { zh: '{name} {n}项', en: '{name} ({n})' },
  refresh: { zh: '重新读取', en: 'Read again' },
} as const satisfies Texts;
