/**
 * Lifecycles of theft cases.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const theftMachines = {
  'SM-Stolen': { entities: ['StolenCase'], dictionary: 'StolenStatus',
    states: { toVerify: 0, monitoring: 1, recovered: 2, notFound: 3, closed: 4 },
    transitions: [
    { from: ['0'], action: 'verify', zh: '核实立案', en: 'Verify', to: '1', who: 'stolenMonitorManage.verify', note: '10 s interval; unbind and stop blocked' },
    { from: ['0'], action: 'dismiss', zh: '不予立案', en: 'Dismiss', to: '4', who: 'stolenMonitorManage.verify', note: 'reason' },
    { from: ['1'], action: 'recover', zh: '找回', en: 'Recovered', to: '2', who: 'stolenMonitorManage.recover', note: 'RESTORE_POWER sent' },
    { from: ['1'], action: 'giveUp', zh: '未找回', en: 'Not found', to: '3', who: 'stolenMonitorManage.recover, system', note: '90 d without signal' },
    { from: ['2', '3'], action: 'reopen', zh: '重新监控', en: 'Monitor again', to: '1', who: 'stolenMonitorManage.verify', note: '' },
    { from: ['2', '3'], action: 'close', zh: '结案', en: 'Close', to: '4', who: 'stolenMonitorManage.recover', note: 'blocks lifted' },
  ] },
} as const satisfies Record<string, Machine>;
