import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Text that is inserted into replies to feedback 快捷回复: a user's own, or everybody's where it has no owner. */
export const quickReply = defineEntity({
  name: 'quickReply',
  table: 'cs_quick_reply',
  domain: 'feedback',
  label: { zh: '快捷回复', en: 'Quick reply' },
  base: '/cs/crm/quickReply',
  page: 'appFeedbackManage',
  buttons: {
    add: 'appFeedbackManage.deal',
    update: 'appFeedbackManage.deal',
    batchDelete: 'appFeedbackManage.deal',
  },
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    title: f.text({ required: true, min: 2, max: 20 }),
    content: f.longText({ required: true, min: 5, max: 1000 }),
    shared: f.flag({
      required: true,
      default: 0,
      fixed: true,
      label: { zh: '共享', en: 'Shared' },
      help: {
        zh: '所有处理人可用，仅创建人可修改',
        en: 'For everyone who handles feedback; only its author can change it',
      },
    }),
    ownerId: f.ref('sysUser', { readonly: true, index: true, cascade: true, label: { zh: '所属用户', en: 'Owner' } }),
  },
  list: {
    columns: ['title', 'content', 'shared', 'updateTime'],
    filters: { title: 'like', shared: 'eq' },
    order: 'updateTime desc',
  },
  form: [{ title: { zh: '快捷回复', en: 'Quick reply' }, fields: ['title', 'content', 'shared'] }],
});
