import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

const { weekly, monthly } = codes.ReportFrequency;

/** The name becomes a part of the subject of mails. */
const oneLine = (row: Row): Issue | undefined =>
  /[\p{Cc}\u2028\u2029]/u.test(String(row['name']))
    ? { field: 'name', text: { zh: '名称须为一行文字', en: 'The name must be one line of text' } }
    : undefined;

const someReceiver = (row: Row): Issue | undefined => {
  const others: unknown = row['receiverIds'];
  return row['toOwner'] === 1 || (Array.isArray(others) && others.length > 0)
    ? undefined
    : { field: 'receiverIds', text: { zh: '请至少选择一个接收人', en: 'Choose at least one receiver' } };
};

/**
 * Subscription of a statistic 报表订阅: its numbers go by mail to people who may see them, each in their own data scope. It belongs to whoever made it;
 * what it is about is checked against the rights of owner and receiver when it is saved and whenever it is sent.
 */
export const reportSubscription = defineEntity({
  name: 'reportSubscription',
  table: 'stat_subscription',
  domain: 'statistics',
  label: { zh: '报表订阅', en: 'Report subscription' },
  base: '/stat/crm/subscription',
  page: 'dashboard',
  open: ['list', 'detail', 'add', 'update', 'batchDelete'],
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    ownerId: f.ref('sysUser', { readonly: true, index: true, cascade: true, label: { zh: '所有者', en: 'Owner' } }),
    name: f.text({ required: true, min: 1, max: 40, label: { zh: '名称', en: 'Name' } }),
    statistic: f.text({
      required: true,
      max: 40,
      pattern: /^[A-Za-z]{1,40}$/,
      fixed: true,
      index: true,
      label: { zh: '统计', en: 'Statistic' },
    }),
    filters: f.json({
      label: { zh: '筛选条件', en: 'Filters' },
      help: { zh: '统计页的筛选条件，不含日期', en: 'Filters of the page, without days' },
    }),
    period: f.dict('ReportPeriod', {
      required: true,
      default: codes.ReportPeriod.yesterday,
      label: { zh: '统计期间', en: 'Period' },
    }),
    frequency: f.dict('ReportFrequency', {
      required: true,
      default: codes.ReportFrequency.daily,
      label: { zh: '频率', en: 'Frequency' },
    }),
    weekday: f.dict('Weekday', {
      required: true,
      default: 1,
      visible: (row) => row['frequency'] === weekly,
      label: { zh: '星期', en: 'Weekday' },
    }),
    dayOfMonth: f.int({
      required: true,
      min: 1,
      max: 31,
      default: 1,
      visible: (row) => row['frequency'] === monthly,
      label: { zh: '每月几日', en: 'Day of the month' },
      help: { zh: '当月没有这一日时，在最后一日发送', en: 'The last day of a month that has fewer' },
    }),
    timeOfDay: f.text({
      required: true,
      max: 5,
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      default: '08:00',
      label: { zh: '发送时间', en: 'Time of day' },
      help: { zh: '北京时间，如08:00', en: 'Beijing time, such as 08:00' },
    }),
    lang: f.dict('Lang', { required: true, default: 'zh', label: { zh: '邮件语言', en: 'Language of the mail' } }),
    toOwner: f.flag({ required: true, default: 1, label: { zh: '发给我', en: 'Send to me' } }),
    receiverIds: f.refMany('sysUser', {
      max: 50,
      label: { zh: '其他接收人', en: 'Other receivers' },
      help: {
        zh: '须有邮箱和该统计的查看权限；各人收到自己数据范围内的数字',
        en: 'With a mail address and the right to see the statistic. Each gets the numbers of their own data scope',
      },
    }),
    enabled: f.flag({ required: true, default: 1, label: { zh: '启用', en: 'Enabled' } }),
    lastSentTime: f.instant({ readonly: true, label: { zh: '上次发送', en: 'Last sent' } }),
  },
  list: {
    columns: [
      'name',
      'statistic',
      'period',
      'frequency',
      'timeOfDay',
      'receiverIds',
      'enabled',
      'lastSentTime',
      'ownerId',
    ],
    also: ['filters', 'weekday', 'dayOfMonth', 'lang', 'toOwner'],
    filters: { statistic: 'eq', enabled: 'eq' },
    order: 'createTime asc',
  },
  form: [
    {
      title: { zh: '报表', en: 'Report' },
      fields: [
        'name',
        'statistic',
        'filters',
        'period',
        'frequency',
        'weekday',
        'dayOfMonth',
        'timeOfDay',
        'lang',
        'toOwner',
        'receiverIds',
        'enabled',
      ],
    },
  ],
  rules: [oneLine, someReceiver],
});
