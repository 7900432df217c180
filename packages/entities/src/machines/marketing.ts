/**
 * Lifecycles of advertisements and promotions.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const marketingMachines = {
  'SM-Ad': { entities: ['Advertisement'], dictionary: 'AdStatus',
    states: { off: 0, waiting: 1, live: 2, ended: 3 },
    transitions: [
    { from: ['0'], action: 'shelfWait', zh: '上架(未到时间)', en: 'Put on shelf (scheduled)', to: '1', who: 'bannerManage.shelf', note: '5161' },
    { from: ['0'], action: 'shelfOn', zh: '上架', en: 'Put on', to: '2', who: 'bannerManage.shelf', note: '5161' },
    { from: ['1'], action: 'start', zh: '开始展示', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'end', zh: '展示结束', en: 'End', to: '3', who: 'system', note: '' },
    { from: ['1', '2'], action: 'shelfOff', zh: '下架', en: 'Take off', to: '0', who: 'bannerManage.shelf', note: '' },
  ], deletable: ['0', '3'] },
  'SM-Promotion': { entities: ['Promotion'], dictionary: 'CampaignStatus',
    states: { draft: 0, notStarted: 1, running: 2, ended: 3, paused: 4, inReview: 5 },
    transitions: [
    { from: ['0'], action: 'publish', zh: '发布', en: 'Publish', to: '1', who: 'promotion.publish', note: '1001; starts as 2 when due' },
    { from: ['0'], action: 'startAtOnce', zh: '发布即开始', en: 'Published and started', to: '2', who: 'system', note: 'published when it is due' },
    { from: ['1'], action: 'start', zh: '开始', en: 'Start', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'pause', zh: '暂停', en: 'Pause', to: '4', who: 'promotion.pause', note: '' },
    { from: ['4'], action: 'resume', zh: '恢复', en: 'Resume', to: '2', who: 'promotion.pause', note: '' },
    { from: ['2', '4'], action: 'end', zh: '结束', en: 'End', to: '3', who: 'system', note: '' },
  ], editable: { states: ['0', '1', '2', '4'], reason: { zh: '已结束的推广不能编辑', en: 'A promotion that has ended cannot be edited' } }, deletable: ['0'] },
} as const satisfies Record<string, Machine>;
