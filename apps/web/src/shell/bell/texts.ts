import type { Texts } from '../../i18n/lang.ts';

export const texts = {
  notifications: { zh: '待办提醒', en: 'Notifications' },
  waits: { zh: '待办', en: 'To-do' },
  watch: { zh: '关注', en: 'Watch list' },
  none: { zh: '没有待处理的事项', en: 'No open tasks' },
  sound: { zh: '新待办和通知时播放提示音', en: 'Play a sound for new tasks and notices' },
  news: { zh: '新的待办：{what}', en: 'New task: {what}' },
  one: { zh: '{name} {n}项', en: '{name} ({n})' },
  notices: { zh: '通知', en: 'Notices' },
  readAll: { zh: '全部已读', en: 'Mark all read' },
  unread: { zh: '未读', en: 'Unread' },
  label: {
    zh: '待办提醒{n}：{todos}项待办，{notices}条未读通知',
    en: 'Notifications {n}: {todos} tasks, {notices} unread notices',
  },
  newNotice: { zh: '新通知：{title}', en: 'New notice: {title}' },
  refresh: { zh: '重新读取', en: 'Reload' },
} as const satisfies Texts;
