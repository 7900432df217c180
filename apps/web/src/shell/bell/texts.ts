import type { Text, Texts } from '../../i18n/lang.ts';

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
  allNotices: { zh: '查看全部{n}条通知', en: 'Show all {n} notices' },
  unread: { zh: '未读', en: 'Unread' },
  label: {
    zh: '待办提醒{n}：{todos}项待办，{notices}条未读通知',
    en: 'Notifications {n}: {todos} {todos|task|tasks}, {notices} unread {notices|notice|notices}',
  },
  newNotice: { zh: '新通知：{title}', en: 'New notice: {title}' },
  refresh: { zh: '重新读取', en: 'Reload' },
} as const satisfies Texts;

export const todoTexts: Readonly<Record<string, Text>> = {
  alarmCritical: { zh: '紧急报警未处理', en: 'New critical alarms' },
  alarm: { zh: '报警未处理', en: 'New alarms' },
  unbind: { zh: '解绑待审核', en: 'Unbind applications to review' },
  unbindObjection: { zh: '解绑异议待复审', en: 'Unbind objections to review' },
  stolen: { zh: '被盗案件待核实', en: 'Stolen cases to verify' },
  repair: { zh: '报修待受理', en: 'Repair orders to accept' },
  feedback: { zh: '反馈待处理', en: 'Feedback to handle' },
  refund: { zh: '退款待审核', en: 'Refunds to review' },
  redInvoice: { zh: '发票待红冲', en: 'Invoices to reverse' },
  otaTask: { zh: 'OTA任务待审核', en: 'OTA tasks to review' },
  simOperation: { zh: '停复机待审批', en: 'SIM requests to approve' },
  changeRequest: { zh: '变更待批准', en: 'Changes to approve' },
  lowSoc: { zh: '在线且电量不高于20%的车辆', en: 'Online vehicles at 20% charge or below' },
  silent: { zh: '已激活但离线的营运车辆', en: 'Activated vehicles in operation but offline' },
  stopped: { zh: '停运车辆', en: 'Stopped vehicles' },
  weakBattery: { zh: '健康度不高于70%的在用电池', en: 'Batteries in use at 70% health or below' },
};
