/**
 * Lifecycles of AR events and wishes.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const eventsMachines = {
  'SM-Raffle': { entities: ['RaffleActivity'], dictionary: 'CampaignStatus',
    states: { draft: 0, notStarted: 1, running: 2, ended: 3, paused: 4, inReview: 5 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交', en: 'Submit', to: '5', who: 'AReventManage.edit', note: '6001–6004' },
    { from: ['5'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'AReventManage.audit', by: 'another', note: '5002; stock reserved' },
    { from: ['5'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'AReventManage.audit', by: 'another', note: 'reason' },
    { from: ['1'], action: 'start', zh: '开始', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'pause', zh: '暂停', en: 'Pause', to: '4', who: 'AReventManage.pause, system', note: 'budget or stock gone' },
    { from: ['4'], action: 'resume', zh: '恢复', en: 'Resume', to: '2', who: 'AReventManage.pause', note: '6004' },
    { from: ['1', '2', '4'], action: 'finish', zh: '结束', en: 'Finish', to: '3', who: 'AReventManage.finish, system', note: 'retype name; stock released' },
  ], review: { submit: ['submit'], approve: ['approve'], execute: [] },
    editable: { states: ['0', '1', '2', '4'], reason: { zh: '待审核和已结束的活动不能编辑', en: 'An activity in review, or one that has ended, cannot be edited' } },
    deletable: ['0'] },
  'SM-Wish': { entities: ['Wish'], dictionary: 'WishStatus',
    states: { inReview: 0, shown: 1, hidden: 2, rejected: 3, granted: 4 },
    transitions: [
    { from: ['0'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'wish.audit, system', note: '' },
    { from: ['0'], action: 'reject', zh: '驳回', en: 'Reject', to: '3', who: 'wish.audit', note: 'reason to user' },
    { from: ['1'], action: 'hide', zh: '隐藏', en: 'Hide', to: '2', who: 'wish.hide', note: '' },
    { from: ['2'], action: 'restore', zh: '恢复', en: 'Restore', to: '1', who: 'wish.hide', note: '' },
    { from: ['1'], action: 'grant', zh: '实现', en: 'Grant', to: '4', who: 'wish.grant', note: '6004' },
  ] },
} as const satisfies Record<string, Machine>;
