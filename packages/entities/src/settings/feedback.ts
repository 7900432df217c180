import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { feedbackActions } from './feedback-actions.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Content has at least two different characters. */
function says({ content }: Row): Issue | undefined {
  if (new Set(textOf(content).replaceAll(/\s/g, '')).size >= 2) return undefined;
  return { field: 'content', text: { zh: '请具体描述问题', en: 'Describe the problem' } };
}

/** Whether a sub-category belongs to a category: its code begins with the category's. */
const isUnder = (subCode: string, categoryCode: string): boolean =>
  subCode !== categoryCode && subCode.startsWith(categoryCode);

/** A top-level category, with a sub-category of its own or none. */
export function categoryFault({ categoryCode, subCode }: Row): Issue | undefined {
  const category = textOf(categoryCode);
  if (!/^P\d{2}$/.test(category))
    return { field: 'categoryCode', text: { zh: '请选择问题大类', en: 'Choose a category' } };
  const sub = textOf(subCode);
  if (sub === '' || isUnder(sub, category)) return undefined;
  return { field: 'subCode', text: { zh: '该小类不属于所选大类', en: 'Not a sub-category of the category' } };
}

/** App feedback APP反馈. Users write it in the app; the console never adds any. */
export const feedback = defineEntity({
  name: 'feedback',
  table: 'cs_feedback',
  domain: 'settings',
  label: { zh: 'APP反馈', en: 'App feedback' },
  base: '/cs/crm/feedback',
  page: 'appFeedbackManage',
  title: ['feedbackNo'],
  calls: ['list', 'detail', 'export'],
  fields: {
    feedbackNo: f.text({ required: true, readonly: true, max: 16, pattern: /^FB\d{14}$/, unique: 'ever' }),
    userId: f.ref('appUser', { required: true, readonly: true, index: true, label: { zh: '用户', en: 'User' } }),
    mobile: f.lookup('userId', 'mobile'),
    categoryCode: f.dict('LargeProblemClassification', { required: true, index: true }),
    subCode: f.dict('LargeProblemClassification', { index: true }),
    content: f.longText({ required: true, min: 5, max: 500 }),
    images: f.images({ max: 6, maxMb: 5 }),
    imageCount: f.computed(f.int(), { label: { zh: '图片数', en: 'Images' } }),
    vehicleId: f.ref('vehicle', { readonly: true, index: true }),
    vin: f.lookup('vehicleId', 'vin'),
    vehicleTypeId: f.lookup('vehicleId', 'vehicleTypeId'),
    contact: f.private('mobile', {
      max: 60,
      pattern: /^(1[3-9]\d{9}|[^\s@]+@[^\s@]+\.[^\s@]+)$/,
      help: { zh: '手机号或邮箱', en: 'A mobile number or an email address' },
    }),
    withLog: f.flag({ required: true, default: 0 }),
    clientOs: f.dict('ClientOs', { required: true, index: true }),
    osVersion: f.text({ max: 20 }),
    phoneModel: f.text({ max: 40 }),
    appVersion: f.text({ required: true, max: 20, index: true }),
    network: f.text({ max: 20, label: { zh: '网络', en: 'Network' } }),
    status: f.dict('FeedbackStatus', { required: true, default: 0, readonly: true, index: true }),
    waitHours: f.computed(f.int(), { label: { zh: '响应时长(小时)', en: 'Response (h)' } }),
    priority: f.dict('Priority', { required: true, default: 2, readonly: true, index: true }),
    handlerId: f.ref('sysUser', { readonly: true, index: true, label: { zh: '处理人', en: 'Handler' } }),
    deptCode: f.dict('FeedbackDept', { readonly: true }),
    reopened: f.flag({ required: true, default: 0, readonly: true, label: { zh: '曾重新打开', en: 'Reopened' } }),
    reasonCode: f.dict('FeedbackInvalidReason', { readonly: true, label: { zh: '无效原因', en: 'Invalid reason' } }),
    replyTime: f.instant({ readonly: true, label: { zh: '首次回复', en: 'First reply' } }),
    lastReplyTime: f.instant({ readonly: true, label: { zh: '最近回复', en: 'Last reply' } }),
    closeTime: f.instant({ readonly: true, label: { zh: '关闭时间', en: 'Closed at' } }),
    satisfied: f.flag({ readonly: true }),
    satisfiedText: f.text({ readonly: true, max: 200, label: { zh: '评价', en: 'Comment' } }),
  },
  list: {
    columns: [
      'feedbackNo',
      'status',
      'waitHours',
      'categoryCode',
      'subCode',
      'content',
      'imageCount',
      'priority',
      'handlerId',
      'userId',
      'mobile',
      'vehicleId',
      'vehicleTypeId',
      'clientOs',
      'appVersion',
      'createTime',
      'replyTime',
      'satisfied',
    ],
    filters: {
      keyword: 'eq',
      feedbackNo: 'eq',
      content: 'like',
      categoryCode: 'eq',
      subCode: 'eq',
      mobile: 'eq',
      vin: 'eq',
      vehicleTypeId: 'eq',
      clientOs: 'eq',
      appVersion: 'eq',
      status: ['eq', 'in'],
      handlerId: 'eq',
      priority: 'eq',
      satisfied: 'eq',
      createTime: 'range',
    },
    hiddenFilters: { userId: 'eq', vehicleId: 'eq' },
    keyword: {
      eq: ['feedbackNo'],
      like: ['content'],
      end: ['vin'],
      label: { zh: '反馈编号 / 内容 / VIN', en: 'Feedback no. / content / VIN' },
    },
    counters: 'status',
    order: 'createTime desc',
    also: ['vin'],
  },
  aliases: { handler: 'handlerId' },
  detail: [
    {
      title: { zh: '反馈', en: 'Feedback' },
      fields: ['categoryCode', 'subCode', 'priority', 'handlerId', 'deptCode', 'reasonCode'],
    },
    {
      title: { zh: '用户与设备', en: 'User and phone' },
      fields: [
        'userId',
        'mobile',
        'contact',
        'vehicleId',
        'vehicleTypeId',
        'clientOs',
        'osVersion',
        'phoneModel',
        'appVersion',
        'network',
        'withLog',
      ],
    },
    {
      title: { zh: '进展', en: 'Progress' },
      fields: ['replyTime', 'lastReplyTime', 'reopened', 'closeTime', 'satisfied', 'satisfiedText'],
    },
  ],
  machines: { status: 'SM-Feedback' },
  scope: { city: 'userId.cityId' },
  rules: [says, categoryFault],
  actions: feedbackActions,
  exportLimit: 20_000,
});
