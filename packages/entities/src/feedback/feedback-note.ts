import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { feedback } from './feedback.ts';

/** What the staff did with feedback, and wrote about it among themselves 反馈内部记录. Users never see it. */
export const feedbackNote = defineLog({
  name: 'feedbackNote',
  table: 'cs_feedback_note',
  domain: 'feedback',
  label: { zh: '内部记录', en: 'Internal notes' },
  base: '/cs/crm/feedbackNote',
  record: feedback,
  of: 'feedbackId',
  calls: ['list'],
  shown: { what: 'action', text: 'content', actor: 'operatorId', time: 'createTime' },
  fields: {
    action: f.text({ required: true, readonly: true, max: 20, label: { zh: '动作', en: 'Action' } }),
    content: f.longText({ readonly: true, max: 500 }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
  },
});
