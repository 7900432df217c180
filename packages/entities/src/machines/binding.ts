/**
 * Lifecycles of bindings and unbinding.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const bindingMachines = {
  'SM-Binding': { entities: ['VehicleBinding'], dictionary: 'BindStatus',
    states: { unbound: 0, bound: 1 },
    transitions: [
    { from: ['0'], action: 'bind', zh: '绑定', en: 'Bind', to: '1', who: 'app', note: '2301; BindingLog' },
    { from: ['1'], action: 'unbind', zh: '车主解绑', en: 'Owner unbinds', to: '0', who: 'app', note: '2303; keys revoked' },
    { from: ['1'], action: 'forceUnbind', zh: '强制解绑', en: 'Force unbind', to: '0', who: 'vehicleManage.unbind', note: '2303; reason; owner notified' },
  ] },
  'SM-Unbind': { entities: ['UnbindApplication'], dictionary: 'UnbindStatus',
    states: { pending: 0, notice: 1, unbound: 2, rejected: 3, withdrawn: 4, objected: 5 },
    transitions: [
    { from: ['0'], action: 'approve', zh: '通过', en: 'Approve', to: '1', who: 'unbindManage.audit', note: '2303; owner push + SMS, 48 h' },
    { from: ['0'], action: 'approveNow', zh: '通过并立即解绑', en: 'Approve and unbind now', to: '2', who: 'unbindManage.auditNow', note: 'types 1 and 3 only' },
    { from: ['0'], action: 'reject', zh: '驳回', en: 'Reject', to: '3', who: 'unbindManage.audit', note: 'reason' },
    { from: ['0', '1'], action: 'withdraw', zh: '撤销', en: 'Withdraw', to: '4', who: 'app', note: '' },
    { from: ['1'], action: 'object', zh: '车主异议', en: 'Owner objects', to: '5', who: 'app', note: '' },
    { from: ['1'], action: 'elapse', zh: '公示期满', en: '48 h pass', to: '2', who: 'system', note: 'already unbound → 4' },
    { from: ['5'], action: 'uphold', zh: '维持异议', en: 'Uphold objection', to: '3', who: 'unbindManage.auditNow', note: '2304 second reviewer' },
    { from: ['5'], action: 'overrule', zh: '驳回异议', en: 'Overrule objection', to: '2', who: 'unbindManage.auditNow', note: '2304' },
  ] },
} as const satisfies Record<string, Machine>;
