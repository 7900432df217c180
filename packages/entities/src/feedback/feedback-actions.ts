import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { feedbackMachines } from '../machines/feedback.ts';
import { transitions } from '../transitions.ts';

const replyContent = { min: 5, max: 1000 } as const;
const internalNote = f.longText({ max: 500, label: { zh: '内部备注', en: 'Internal note' } });
/** What whoever deals with feedback may correct on the way. */
const corrections = {
  categoryCode: f.dict('LargeProblemClassification', { level: 1 }),
  subCode: f.dict('LargeProblemClassification', { parent: 'categoryCode' }),
  priority: f.dict('Priority'),
  internalNote,
} as const;

/** What people do with feedback. Replies and handing on are written on the desk: lists and details offer no button for them. */
export const feedbackActions = {
  ...transitions(
    feedbackMachines,
    'SM-Feedback',
    {
      claim: { many: true },
      assign: {
        many: true,
        input: { userId: f.ref('sysUser', { required: true, label: { zh: '处理人', en: 'Handler' } }) },
      },
      merge: {
        many: true,
        next: false,
        input: {
          mergedIntoId: f.ref('feedback', {
            required: true,
            label: { zh: '合并到', en: 'Merge into' },
            help: {
              zh: '对它的回复会发给所有被合并反馈的用户',
              en: 'Replies to it reach the users of all merged into it',
            },
          }),
        },
      },
      reply: {
        path: 'deal',
        where: [],
        fixedInput: { nextStatus: 2 },
        input: {
          replyContent: f.longText({ required: true, ...replyContent }),
          images: f.images({ max: 3, maxMb: 5 }),
          ...corrections,
        },
      },
      follow: {
        path: 'deal',
        where: [],
        fixedInput: { nextStatus: 3 },
        input: {
          deptCode: f.dict('FeedbackDept', { required: true }),
          replyContent: f.longText({ ...replyContent, help: { zh: '填写后发给用户', en: 'Sent to the user' } }),
          images: f.images({ max: 3, maxMb: 5 }),
          ...corrections,
        },
      },
      invalid: {
        many: true,
        danger: true,
        input: {
          reasonCode: f.dict('FeedbackInvalidReason', {
            logged: true,
            required: true,
            label: { zh: '无效原因', en: 'Invalid reason' },
          }),
          remark: f.longText({ logged: true, max: 200 }),
        },
      },
      reopen: {
        where: ['row', 'detail'],
        next: false,
        input: {
          reason: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
        },
      },
    },
    { calls: 'own' },
  ),
  toRepair: {
    label: { zh: '转报修单', en: 'To repair order' },
    path: 'toRepair',
    button: 'appFeedbackManage.toRepair',
    where: ['row', 'detail'],
    confirm: { zh: '为「{name}」创建报修单？', en: 'Create a repair order for “{name}”?' },
  },
  note: {
    label: { zh: '添加备注', en: 'Add note' },
    path: 'note',
    button: 'appFeedbackManage.deal',
    where: ['detail'],
    input: { content: f.longText({ required: true, min: 1, max: 500 }) },
  },
} as const satisfies ActionDefs;
