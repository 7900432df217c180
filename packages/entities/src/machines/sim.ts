/**
 * Lifecycles of SIM cards and SIM operations.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const simMachines = {
  'SM-Sim': { entities: ['SimCard'], dictionary: 'SimStatus',
    states: { stock: 0, test: 1, silent: 2, active: 3, suspended: 4, preCancelled: 5, cancelled: 6 },
    transitions: [
    { from: ['0'], action: 'openTest', zh: '开户(测试期)', en: 'Open (test)', to: '1', who: 'carrier', note: '' },
    { from: ['0', '1'], action: 'silent', zh: '进入沉默期', en: 'Silent period', to: '2', who: 'carrier', note: '' },
    { from: ['2'], action: 'activate', zh: '激活', en: 'Activate', to: '3', who: 'simIndex.resume, carrier', note: '' },
    { from: ['3'], action: 'suspend', zh: '停机', en: 'Suspend', to: '4', who: 'simIndex.stop, system, carrier', note: '4003, 4007' },
    { from: ['4'], action: 'resume', zh: '复机', en: 'Resume', to: '3', who: 'simIndex.resume, system', note: '4007, 4008, 4009' },
    { from: ['4'], action: 'preCancel', zh: '预销户', en: 'Pre-cancel', to: '5', who: 'carrier', note: '90 days' },
    { from: ['5'], action: 'resume', zh: '复机', en: 'Resume', to: '3', who: 'simIndex.resume', note: 'carrier window' },
    { from: ['2', '4', '5'], action: 'cancel', zh: '销户', en: 'Cancel account', to: '6', who: 'simIndex.cancel, carrier', note: '4004' },
  ] },
  'SM-SimOperation': { entities: ['SimOperation'], dictionary: 'SimOpStatus',
    states: { toApprove: 0, waiting: 1, running: 2, succeeded: 3, failed: 4, rejected: 5, withdrawn: 6 },
    transitions: [
    { from: ['0'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'stopResume.audit', note: '4010' },
    { from: ['0'], action: 'reject', zh: '驳回', en: 'Reject', to: '5', who: 'stopResume.audit', note: '4010; reason' },
    { from: ['1'], action: 'run', zh: '执行', en: 'Run', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'ok', zh: '成功', en: 'Succeeded', to: '3', who: 'carrier', note: 'state confirmed by query' },
    { from: ['2'], action: 'fail', zh: '失败', en: 'Failed', to: '4', who: 'carrier, system', note: '4090 after retries' },
    { from: ['4'], action: 'retry', zh: '重试', en: 'Retry', to: '1', who: 'stopResume.retry', note: '' },
    { from: ['0', '1'], action: 'withdraw', zh: '撤销', en: 'Withdraw', to: '6', who: 'stopResume.cancel', note: 'applicant' },
  ], review: { submit: [], approve: ['approve'], execute: ['run'] } },
} as const satisfies Record<string, Machine>;
