/**
 * Lifecycles of repairs and replacements.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const repairsMachines = {
  'SM-Replacement': { entities: ['ReplacementRecord'], dictionary: 'ReplacementStatus',
    states: { valid: 1, voided: 2 },
    transitions: [
    { from: ['1'], action: 'void', zh: '作废', en: 'Void', to: '2', who: 'replacementRecord.void', note: '24 h, nothing newer' },
  ] },
  'SM-Repair': { entities: ['RepairOrder'], dictionary: 'RepairStatus',
    states: { unhandled: 0, dispatched: 1, accepted: 2, inRepair: 3, toConfirm: 4, done: 5, cancelled: 6, closed: 7 },
    transitions: [
    { from: ['0'], action: 'dispatch', zh: '派单', en: 'Dispatch', to: '1', who: 'repairListsManage.dispatch', note: '5152' },
    { from: ['0'], action: 'solveRemote', zh: '远程解决', en: 'Resolve remotely', to: '5', who: 'repairListsManage.close', note: 'solution text' },
    { from: ['0'], action: 'close', zh: '关闭', en: 'Close', to: '7', who: 'repairListsManage.close', note: 'reason' },
    { from: ['1'], action: 'accept', zh: '接单', en: 'Accept', to: '2', who: 'repairListsManage.accept', note: 'own dealer 1011' },
    { from: ['1'], action: 'decline', zh: '拒单', en: 'Decline', to: '0', who: 'repairListsManage.accept, system', note: 'reason; 4 h or 15 min without answer' },
    { from: ['1', '2'], action: 'redispatch', zh: '改派', en: 'Dispatch again', to: '1', who: 'repairListsManage.dispatch', note: '5152' },
    { from: ['2'], action: 'start', zh: '开始维修', en: 'Start repair', to: '3', who: 'repairListsManage.repair', note: 'odometer, 3 photos' },
    { from: ['3'], action: 'complete', zh: '提交完工', en: 'Complete', to: '4', who: 'repairListsManage.repair', note: '5153' },
    { from: ['4'], action: 'confirm', zh: '确认完成', en: 'Confirm', to: '5', who: 'repairListsManage.close, app, system', note: '7 d' },
    { from: ['4'], action: 'dispute', zh: '提出异议', en: 'Dispute', to: '3', who: 'app', note: 'escalated' },
    { from: ['0', '1', '2'], action: 'cancel', zh: '取消', en: 'Cancel', to: '6', who: 'repairListsManage.cancel, app', note: '5151' },
  ], editable: { states: ['0', '1', '2'], reason: { zh: '维修已开始，不能修改', en: 'The repair has started' } } },
} as const satisfies Record<string, Machine>;
