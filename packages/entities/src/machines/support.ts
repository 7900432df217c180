/**
 * Lifecycles of app logs, dealers, app users, repairs and advertisements.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const supportMachines = {
  'SM-AppLog': { entities: ['AppLogRecord'], dictionary: 'AppLogStatus',
    states: { requested: 0, agreed: 1, uploaded: 2, refused: 3, expired: 4, cleaned: 5 },
    transitions: [
    { from: ['0'], action: 'agree', zh: '用户同意', en: 'User agrees', to: '1', who: 'app', note: '' },
    { from: ['0'], action: 'refuse', zh: '用户拒绝', en: 'User refuses', to: '3', who: 'app', note: '' },
    { from: ['1'], action: 'upload', zh: '上传', en: 'Upload', to: '2', who: 'app', note: '' },
    { from: ['0', '1'], action: 'expire', zh: '过期', en: 'Expire', to: '4', who: 'system', note: '48 h' },
    { from: ['2'], action: 'clean', zh: '清理', en: 'Clean', to: '5', who: 'appLogRecord.delete, system', note: '30 d' },
  ] },
  'SM-Replacement': { entities: ['ReplacementRecord'], dictionary: 'ReplacementStatus',
    states: { valid: 1, voided: 2 },
    transitions: [
    { from: ['1'], action: 'void', zh: '作废', en: 'Void', to: '2', who: 'replacementRecord.void', note: '24 h, nothing newer' },
  ] },
  'SM-Dealer': { entities: ['Dealer'], dictionary: 'DealerStatus',
    states: { active: 1, suspended: 2, ended: 3 },
    transitions: [
    { from: ['1'], action: 'suspend', zh: '暂停', en: 'Suspend', to: '2', who: 'dealerManage.suspend, system', note: 'hidden in app; accounts 1121' },
    { from: ['2'], action: 'reactivate', zh: '恢复', en: 'Reactivate', to: '1', who: 'dealerManage.suspend', note: 'contract valid' },
    { from: ['1', '2'], action: 'terminate', zh: '终止', en: 'Terminate', to: '3', who: 'dealerManage.terminate', note: '5122, 5123' },
    { from: ['3'], action: 'reopen', zh: '重新合作', en: 'Reopen', to: '1', who: 'dealerManage.reopen', note: 'new contract dates' },
  ] },
  'SM-AppUser': { entities: ['AppUser'], dictionary: 'AppUserStatus',
    states: { normal: 1, frozen: 2, deleting: 3, deleted: 4 },
    transitions: [
    { from: ['1'], action: 'freeze', zh: '冻结', en: 'Freeze', to: '2', who: 'appuserManager.freeze', note: 'tokens end' },
    { from: ['2'], action: 'unfreeze', zh: '解冻', en: 'Unfreeze', to: '1', who: 'appuserManager.freeze, system', note: '' },
    { from: ['1'], action: 'applyDeletion', zh: '申请注销', en: 'Apply for deletion', to: '3', who: 'app', note: '5133, 5134' },
    { from: ['3'], action: 'cancelDeletion', zh: '撤销注销', en: 'Cancel deletion', to: '1', who: 'appuserManager.cancelDeletion, app', note: '' },
    { from: ['3'], action: 'erase', zh: '注销', en: 'Erase', to: '4', who: 'system', note: '15 d' },
  ] },
  'SM-IosReview': { entities: ['IosReview'], dictionary: 'IosReviewStatus',
    states: { draft: 0, inReview: 1, approved: 2, rejected: 3 },
    transitions: [
    { from: ['0', '3'], action: 'submit', zh: '提审', en: 'Submit', to: '1', who: 'iosApproval.transition', note: '5141; review mode on' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approved', to: '2', who: 'iosApproval.transition', note: 'review mode off' },
    { from: ['1'], action: 'reject', zh: '被拒', en: 'Rejected', to: '3', who: 'iosApproval.transition', note: 'reason' },
  ], deletable: ['0'] },
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
