import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { eventsMachines } from '../machines/events.ts';
import { transitions } from '../transitions.ts';

const { inReview, shown, granted } = eventsMachines['SM-Wish'].states;

const remark = f.longText({ logged: true, max: 200 });
const answer = f.longText({
  required: true,
  min: 5,
  max: 200,
  label: { zh: '回复内容', en: 'Reply' },
  help: { zh: '展示在心愿下方，并通知用户', en: 'Shown below the wish, and sent to its user' },
});

/** Wish 心愿. Users make them in the app; the console reviews and answers them. */
export const wish = defineEntity({
  name: 'wish',
  table: 'act_wish',
  domain: 'events',
  label: { zh: '心愿', en: 'Wish' },
  base: '/act/crm/wish',
  page: 'wish',
  title: ['wishNo'],
  calls: ['list', 'detail', 'batchDelete', 'export'],
  fields: {
    wishNo: f.text({ required: true, readonly: true, max: 20, pattern: /^WS\d{14,18}$/, unique: 'ever' }),
    content: f.longText({ required: true, min: 5, max: 140, label: { zh: '心愿', en: 'Wish' } }),
    category: f.dict('WishCategory', { required: true, index: true }),
    userId: f.ref('appUser', { required: true, readonly: true, index: true, label: { zh: '用户', en: 'User' } }),
    mobile: f.lookup('userId', 'mobile'),
    activityId: f.ref('raffleActivity', { readonly: true, index: true, label: { zh: '活动', en: 'Event' } }),
    likeCount: f.int({ required: true, default: 0, readonly: true, index: true }),
    status: f.dict('WishStatus', { required: true, default: inReview, readonly: true, index: true }),
    flagged: f.flag({ required: true, default: 0, readonly: true, label: { zh: '含敏感词', en: 'Sensitive words' } }),
    flaggedWords: f.tags({ readonly: true, label: { zh: '敏感词', en: 'Words found' } }),
    top: f.flag({ required: true, default: 0, readonly: true, label: { zh: '置顶', en: 'Pinned' } }),
    replyContent: f.longText({ readonly: true, max: 200 }),
    replyTime: f.instant({ readonly: true, index: true }),
    replyBy: f.ref('sysUser', { readonly: true, index: true, label: { zh: '回复人', en: 'Replied by' } }),
    rejectReason: f.longText({ readonly: true, max: 200 }),
  },
  list: {
    columns: [
      'content',
      'wishNo',
      'category',
      'status',
      'likeCount',
      'userId',
      'mobile',
      'top',
      'createTime',
      'replyTime',
    ],
    identity: ['content', 'wishNo'],
    decides: ['content', 'category', 'likeCount'],
    filters: {
      content: 'like',
      category: 'eq',
      status: 'eq',
      flagged: 'eq',
      top: 'eq',
      createTime: 'range',
      likeCount: 'range',
      activityId: 'eq',
      wishNo: 'eq',
    },
    hiddenFilters: { userId: 'eq' },
    counters: 'status',
    order: 'createTime desc',
    also: ['flagged', 'flaggedWords', 'replyContent', 'rejectReason'],
  },
  detail: [
    {
      title: { zh: '心愿', en: 'Wish' },
      fields: ['content', 'category', 'activityId', 'userId', 'mobile', 'likeCount', 'top', 'createTime'],
    },
    {
      title: { zh: '处理', en: 'Review' },
      fields: ['flaggedWords', 'rejectReason', 'replyContent', 'replyTime', 'replyBy'],
    },
  ],
  machines: { status: 'SM-Wish' },
  scope: { city: 'userId.cityId' },
  actions: {
    ...transitions(eventsMachines, 'SM-Wish', {
      approve: { many: true, next: true },
      reject: {
        many: true,
        next: true,
        input: {
          remark: f.longText({
            logged: true,
            required: true,
            min: 2,
            max: 200,
            label: { zh: '驳回原因', en: 'Reject reason' },
            help: { zh: '会通知用户', en: 'Sent to the user' },
          }),
        },
      },
      grant: {
        path: 'grant',
        confirm: {
          zh: '将「{name}」标记为已实现？回复会通知用户。',
          en: 'Mark “{name}” as granted? The reply is sent to the user.',
        },
        input: {
          content: answer,
          prizeId: f.ref('prize', { logged: true, label: { zh: '奖励实物奖品', en: 'Give a prize' } }),
          couponId: f.ref('coupon', { logged: true, label: { zh: '奖励优惠券', en: 'Give a coupon' } }),
          themeId: f.ref('appTheme', { logged: true, label: { zh: '奖励主题', en: 'Give a theme' } }),
        },
      },
      hide: { many: true, input: { remark } },
      restore: { many: true },
    }),
    reply: {
      label: { zh: '回复', en: 'Reply' },
      path: 'reply',
      button: 'wish.reply',
      where: ['row', 'detail'],
      from: { status: [shown, granted] },
      input: { content: answer },
    },
    pin: {
      label: { zh: '置顶', en: 'Pin' },
      path: 'top',
      button: 'wish.top',
      where: ['row', 'detail'],
      from: { status: [shown, granted], top: [0] },
      fixedInput: { top: 1 },
    },
    unpin: {
      label: { zh: '取消置顶', en: 'Unpin' },
      path: 'top',
      button: 'wish.top',
      where: ['row', 'detail'],
      from: { top: [1] },
      fixedInput: { top: 0 },
    },
  },
  exportLimit: 20_000,
});
