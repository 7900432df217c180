/**
 * Lifecycles of feedback and logs of the app.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const feedbackMachines = {
  'SM-Feedback': { entities: ['Feedback'], dictionary: 'FeedbackStatus',
    states: { unhandled: 0, inProgress: 1, replied: 2, followingUp: 3, closed: 4, invalid: 5 },
    transitions: [
    { from: ['0'], action: 'claim', zh: '领取', en: 'Claim', to: '1', who: 'appFeedbackManage.claim', note: '9003' },
    { from: ['0', '1'], action: 'assign', zh: '指派', en: 'Assign', to: '1', who: 'appFeedbackManage.assign', note: '' },
    { from: ['0', '1', '3'], action: 'merge', zh: '合并', en: 'Merge', to: '1', who: 'appFeedbackManage.deal', note: 'answered with another' },
    { from: ['0', '1', '3'], action: 'reply', zh: '回复', en: 'Reply', to: '2', who: 'appFeedbackManage.deal', note: 'handler only 1004' },
    { from: ['1'], action: 'follow', zh: '转部门跟进', en: 'Follow up', to: '3', who: 'appFeedbackManage.deal', note: '' },
    { from: ['2'], action: 'append', zh: '用户追问', en: 'User adds', to: '1', who: 'app', note: '7 d' },
    { from: ['2'], action: 'close', zh: '关闭', en: 'Close', to: '4', who: 'app, system', note: 'satisfied or 7 d' },
    { from: ['0', '1', '3'], action: 'invalid', zh: '无效', en: 'Invalid', to: '5', who: 'appFeedbackManage.invalid', note: 'reason' },
    { from: ['2', '4'], action: 'reopen', zh: '重新打开', en: 'Reopen', to: '1', who: 'appFeedbackManage.deal', note: '30 d' },
  ] },
  'SM-AppLog': { entities: ['AppLogRecord'], dictionary: 'AppLogStatus',
    states: { requested: 0, agreed: 1, uploaded: 2, refused: 3, expired: 4, cleaned: 5 },
    transitions: [
    { from: ['0'], action: 'agree', zh: '用户同意', en: 'User agrees', to: '1', who: 'app', note: '' },
    { from: ['0'], action: 'refuse', zh: '用户拒绝', en: 'User refuses', to: '3', who: 'app', note: '' },
    { from: ['1'], action: 'upload', zh: '上传', en: 'Upload', to: '2', who: 'app', note: '' },
    { from: ['0', '1'], action: 'expire', zh: '过期', en: 'Expire', to: '4', who: 'system', note: '48 h' },
    { from: ['2'], action: 'clean', zh: '清理', en: 'Clean', to: '5', who: 'appLogRecord.delete, system', note: '30 d' },
  ] },
} as const satisfies Record<string, Machine>;
