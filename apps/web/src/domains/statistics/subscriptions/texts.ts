import { useTexts, type Texts } from '../../../i18n/lang.ts';

const subscriptionTexts = {
  title: { zh: '订阅 · {page}', en: 'Subscriptions · {page}' },
  none: { zh: '还没有订阅', en: 'No subscriptions yet' },
  about: {
    zh: '报表按时发送到邮箱，每位接收人收到自己数据范围内的数字',
    en: 'Reports go by mail at their times; each receiver gets the numbers of their own data scope',
  },
  filtersOf: { zh: '当前筛选：{names}', en: 'Filters: {names}' },
  noFilters: { zh: '不筛选', en: 'No filters' },
  useCurrent: { zh: '使用页面当前筛选', en: 'Use the filters of the page' },
  send: { zh: '立即发给我', en: 'Send to me now' },
  queued: { zh: '已开始发送，请稍后查收邮件', en: 'On its way to your mailbox' },
  already: { zh: '一分钟内已发送过', en: 'Already sent within this minute' },
  deliveries: { zh: '发送记录', en: 'Deliveries' },
  deliveriesOf: { zh: '发送记录 · {name}', en: 'Deliveries · {name}' },
  noDeliveries: { zh: '还没有发送过', en: 'Nothing was sent yet' },
  remove: { zh: '删除订阅「{name}」？', en: 'Delete the subscription “{name}”?' },
  schedule: { zh: '发送时间', en: 'Time' },
  onDay: { zh: '{day}日', en: 'day {day}' },
  lastSent: { zh: '上次发送', en: 'Last sent' },
  actions: { zh: '操作', en: 'Actions' },
  due: { zh: '应发时间', en: 'Due' },
  receiver: { zh: '接收人', en: 'Receiver' },
  state: { zh: '状态', en: 'State' },
  why: { zh: '原因', en: 'Reason' },
  asked: { zh: '手动', en: 'By hand' },
  closed: { zh: '账号已停用', en: 'Account disabled' },
  right: { zh: '没有权限', en: 'No right to see it' },
  address: { zh: '没有邮箱', en: 'No mail address' },
  owner: { zh: '所有者没有权限', en: 'The owner has no right any more' },
  off: { zh: '订阅已停用', en: 'Subscription off' },
  filters: { zh: '筛选条件已失效', en: 'Filters no longer exist' },
  late: { zh: '超过一天未能发送', en: 'Not sent within a day' },
  mailbox: { zh: '邮箱拒收', en: 'Refused by the mailbox' },
} as const satisfies Texts;

export const useSubscriptionTexts = () => useTexts(subscriptionTexts);

const reasons = ['closed', 'right', 'address', 'owner', 'off', 'filters', 'late', 'mailbox'] as const;
export const isReason = (text: string | null): text is (typeof reasons)[number] => reasons.some((one) => one === text);
