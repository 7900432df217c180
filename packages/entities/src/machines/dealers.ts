/**
 * Lifecycles of dealers.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const dealersMachines = {
  'SM-Dealer': { entities: ['Dealer'], dictionary: 'DealerStatus',
    states: { active: 1, suspended: 2, ended: 3 },
    transitions: [
    { from: ['1'], action: 'suspend', zh: '暂停', en: 'Suspend', to: '2', who: 'dealerManage.suspend, system', note: 'hidden in app; accounts 1121' },
    { from: ['2'], action: 'reactivate', zh: '恢复', en: 'Reactivate', to: '1', who: 'dealerManage.suspend', note: 'contract valid' },
    { from: ['1', '2'], action: 'terminate', zh: '终止', en: 'Terminate', to: '3', who: 'dealerManage.terminate', note: '5122, 5123' },
    { from: ['3'], action: 'reopen', zh: '重新合作', en: 'Reopen', to: '1', who: 'dealerManage.reopen', note: 'new contract dates' },
  ] },
} as const satisfies Record<string, Machine>;
