/**
 * Lifecycle of messages.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const messagesMachines = {
  'SM-Message': { entities: ['ActivityMessage', 'SystemMessage', 'ServiceMessage'], dictionary: 'MessageStatus',
    states: { draft: 0, inReview: 1, waiting: 2, sending: 3, sent: 4, withdrawn: 5, stopped: 6 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交审核', en: 'Submit', to: '1', who: '<page>.edit', note: '5001, 1001' },
    { from: ['0'], action: 'skipReview', zh: '免审通过', en: 'Approved without review', to: '2', who: 'system', note: 'notices that only the console gets' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approve', to: '2', who: '<page>.audit', by: 'another', note: '5002' },
    { from: ['1'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: '<page>.audit', by: 'another', note: '5002; reason' },
    { from: ['2'], action: 'send', zh: '发送', en: 'Send', to: '3', who: '<page>.publish, system', note: 'confirm with number' },
    { from: ['2'], action: 'cancelTimer', zh: '取消定时', en: 'Cancel timer', to: '0', who: '<page>.publish', note: '' },
    { from: ['2'], action: 'changed', zh: '内容有变，退回草稿', en: 'Changed, back to draft', to: '0', who: 'system', note: '1023: not what was approved' },
    { from: ['3'], action: 'done', zh: '发送完成', en: 'Sent', to: '4', who: 'system', note: '' },
    { from: ['3'], action: 'stop', zh: '停止发送', en: 'Stop sending', to: '6', who: '<page>.revoke', note: 'rest not sent; what is not read yet is hidden' },
    { from: ['3', '4', '6'], action: 'revoke', zh: '撤回', en: 'Withdraw', to: '5', who: '<page>.revoke', note: 'rest not sent; inbox hidden' },
  ], review: { submit: ['submit'], approve: ['approve'], waive: ['skipReview'], execute: ['send'], back: 'changed' },
    editable: { states: ['0'], reason: { zh: '已提交的消息不能编辑', en: 'A submitted message cannot be edited' } }, deletable: ['0', '5', '6'] },
} as const satisfies Record<string, Machine>;
