/**
 * Lifecycles of articles, themes and reviews of the app store.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const contentMachines = {
  'SM-Article': { entities: ['Article'], dictionary: 'ArticleStatus',
    states: { draft: 0, inReview: 1, published: 2, scheduled: 3, offShelf: 4 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交审核', en: 'Submit', to: '1', who: 'article.edit', note: '5202' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approve', to: '2', who: 'article.audit', by: 'another', note: '5002' },
    { from: ['1'], action: 'approveTimer', zh: '通过(定时)', en: 'Approve (timer)', to: '3', who: 'article.audit', by: 'another', note: '5002' },
    { from: ['1'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'article.audit', by: 'another', note: 'reason' },
    { from: ['3'], action: 'timeReached', zh: '到点发布', en: 'Time reached', to: '2', who: 'system', note: '' },
    { from: ['3'], action: 'cancelTimer', zh: '取消定时', en: 'Cancel timer', to: '0', who: 'article.audit', note: '' },
    { from: ['3', '4'], action: 'changed', zh: '内容有变，退回草稿', en: 'Changed, back to draft', to: '0', who: 'system', note: '1023: not what was approved' },
    { from: ['0', '1', '2', '3'], action: 'shelfOff', zh: '下架', en: 'Take off', to: '4', who: 'article.shelf', note: 'reason; while a version is live' },
    { from: ['4'], action: 'shelfOn', zh: '重新上架', en: 'Put on again', to: '2', who: 'article.shelf', note: '1023' },
    { from: ['2', '4'], action: 'revise', zh: '修订', en: 'Revise', to: '0', who: 'article.edit', note: 'the live version stays' },
  ], review: { submit: ['submit'], approve: ['approve', 'approveTimer'], execute: ['timeReached', 'shelfOn'], back: 'changed' },
    editable: { states: ['0'], some: { '2': ['pinned', 'recommended'] }, reason: { zh: '请先「修订」，审核通过前线上版本不变', en: 'Revise it first: the live version stays until the next one is approved' } },
    deletable: ['0', '4'] },
  'SM-Theme': { entities: ['AppTheme'], dictionary: 'ThemeStatus',
    states: { draft: 0, inReview: 1, ready: 2, onShelf: 3, offShelf: 4 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交', en: 'Submit', to: '1', who: 'themeManage.edit', note: '5221' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approve', to: '2', who: 'themeManage.audit', by: 'another', note: '5002' },
    { from: ['1'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'themeManage.audit', by: 'another', note: 'reason' },
    { from: ['2'], action: 'changed', zh: '内容有变，退回草稿', en: 'Changed, back to draft', to: '0', who: 'system', note: '1023: not what was approved' },
    { from: ['2'], action: 'shelfOn', zh: '上架', en: 'Put on', to: '3', who: 'themeManage.shelf, system', note: '' },
    { from: ['3'], action: 'shelfOff', zh: '下架', en: 'Take off', to: '4', who: 'themeManage.shelf, system', note: '5222, 5223' },
    { from: ['4'], action: 'shelfOn', zh: '上架', en: 'Put on again', to: '3', who: 'themeManage.shelf', note: '' },
  ], review: { submit: ['submit'], approve: ['approve'], execute: ['shelfOn'], back: 'changed' }, deletable: ['0'] },
  'SM-IosReview': { entities: ['IosReview'], dictionary: 'IosReviewStatus',
    states: { draft: 0, inReview: 1, approved: 2, rejected: 3 },
    transitions: [
    { from: ['0', '3'], action: 'submit', zh: '提审', en: 'Submit', to: '1', who: 'iosApproval.transition', note: '5141; review mode on' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approved', to: '2', who: 'iosApproval.transition', note: 'review mode off' },
    { from: ['1'], action: 'reject', zh: '被拒', en: 'Rejected', to: '3', who: 'iosApproval.transition', note: 'reason' },
  ], deletable: ['0'] },
} as const satisfies Record<string, Machine>;
