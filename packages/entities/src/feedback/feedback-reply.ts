import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { feedback } from './feedback.ts';

/** One message between a user and the staff about feedback 反馈对话. `side`: `user` or `staff`. */
export const feedbackReply = defineLog({
  name: 'feedbackReply',
  table: 'cs_feedback_reply',
  domain: 'feedback',
  label: { zh: '反馈对话', en: 'Conversation' },
  base: '/cs/crm/feedbackReply',
  record: feedback,
  of: 'feedbackId',
  calls: ['list'],
  shown: { what: 'side', text: 'content', actor: 'operatorId', time: 'createTime', files: 'images' },
  fields: {
    side: f.text({ required: true, readonly: true, max: 5, label: { zh: '发送方', en: 'From' } }),
    content: f.longText({ required: true, readonly: true, max: 1000 }),
    images: f.images({ readonly: true, max: 6, maxMb: 5 }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '回复人', en: 'Replied by' } }),
  },
});
