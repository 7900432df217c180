/**
 * Lifecycles of app versions, firmware and OTA tasks.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const otaMachines = {
  'SM-AppVersion': { entities: ['AppVersion'], dictionary: 'PublishStatus',
    states: { draft: 0, scheduled: 1, published: 2, withdrawn: 3 },
    transitions: [
    { from: ['0'], action: 'schedule', zh: '定时发布', en: 'Schedule', to: '1', who: 'appVersion.publish', note: '3201, 3203, 3204' },
    { from: ['0'], action: 'publish', zh: '发布', en: 'Publish', to: '2', who: 'appVersion.publish', note: '3201, 3203, 3204' },
    { from: ['1'], action: 'cancelTimer', zh: '取消定时', en: 'Cancel timer', to: '0', who: 'appVersion.publish', note: '' },
    { from: ['1'], action: 'timeReached', zh: '到点发布', en: 'Time reached', to: '2', who: 'system', note: '' },
    { from: ['2'], action: 'revoke', zh: '撤回', en: 'Withdraw', to: '3', who: 'appVersion.revoke', note: 'reason' },
  ], editable: { states: ['0'], reason: { zh: '只有草稿可以编辑', en: 'Only drafts can be edited' } }, deletable: ['0'] },
  'SM-Firmware': { entities: ['Firmware'], dictionary: 'FirmwareStatus',
    states: { draft: 0, testing: 1, inReview: 2, released: 3, disabled: 4 },
    transitions: [
    { from: ['0'], action: 'submitTest', zh: '提交测试', en: 'Submit for test', to: '1', who: 'firmwareManage.edit', note: '3103, 3104' },
    { from: ['1'], action: 'testPass', zh: '测试通过', en: 'Test passed', to: '2', who: 'firmwareManage.test', note: 'report needed' },
    { from: ['1'], action: 'testFail', zh: '测试不通过', en: 'Test failed', to: '0', who: 'firmwareManage.test', note: 'reason' },
    { from: ['2'], action: 'approve', zh: '审核通过', en: 'Approve', to: '3', who: 'firmwareManage.audit', by: 'another', note: '3105' },
    { from: ['2'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'firmwareManage.audit', by: 'another', note: '3105; reason' },
    { from: ['3'], action: 'disable', zh: '停用', en: 'Disable', to: '4', who: 'firmwareManage.disable', note: '3106' },
    { from: ['4'], action: 'enable', zh: '启用', en: 'Enable', to: '3', who: 'firmwareManage.audit', by: 'another', note: '3105' },
  ], ownWork: 3105, review: { submit: ['testPass'], approve: ['approve'], execute: ['enable'] },
    editable: { states: ['0'], reason: { zh: '提交后升级包不再变更，请新建版本', en: 'A submitted package never changes, add a new version' } }, deletable: ['0'] },
  'SM-FirmwareOld': { entities: ['Firmware'], dictionary: 'FirmwareOldStatus',
    states: { draft: 0, released: 1, disabled: 2 },
    transitions: [
    { from: ['0', '2'], action: 'enable', zh: '发布', en: 'Release', to: '1', who: 'firmwareManageOld.enable', note: '3103' },
    { from: ['1'], action: 'disable', zh: '停用', en: 'Disable', to: '2', who: 'firmwareManageOld.enable', note: '3106' },
  ], editable: { states: ['0', '1'], reason: { zh: '停用的固件不能编辑', en: 'Disabled firmware cannot be edited' } }, deletable: ['0'] },
  'SM-OtaTask': { entities: ['OtaTask'], dictionary: 'OtaTaskStatus',
    states: { draft: 0, inReview: 1, waiting: 2, running: 3, paused: 4, terminated: 5, finished: 6, withdrawn: 7 },
    transitions: [
    { from: ['0'], action: 'submit', zh: '提交审核', en: 'Submit', to: '1', who: 'taskList.edit', note: '3111' },
    { from: ['0'], action: 'submitSmall', zh: '提交（测试/单车免审）', en: 'Submit (no review)', to: '2', who: 'taskList.edit', note: 'test tasks and ≤5 vehicles' },
    { from: ['1'], action: 'approve', zh: '通过', en: 'Approve', to: '2', who: 'taskList.audit', by: 'another', note: '3105, 3113' },
    { from: ['1'], action: 'reject', zh: '驳回', en: 'Reject', to: '0', who: 'taskList.audit', by: 'another', note: '3105; reason' },
    { from: ['2'], action: 'changed', zh: '内容有变，重新审核', en: 'Changed, reviewed again', to: '1', who: 'system', note: '1023: looser than what was approved' },
    { from: ['4'], action: 'approveChange', zh: '通过修改', en: 'Approve the change', to: '4', who: 'taskList.audit', by: 'another', note: '3105; of a paused task' },
    { from: ['2'], action: 'start', zh: '开始', en: 'Start', to: '3', who: 'taskList.run, system', note: '3112, 3113; targets frozen' },
    { from: ['3'], action: 'pause', zh: '暂停', en: 'Pause', to: '4', who: 'taskList.run, system', note: 'abort rule pauses by itself' },
    { from: ['4'], action: 'resume', zh: '继续', en: 'Resume', to: '3', who: 'taskList.run', note: '3106' },
    { from: ['3', '4'], action: 'emergencyStop', zh: '紧急停止', en: 'Emergency stop', to: '4', who: 'taskList.run', note: 'retype taskNo; disables the package, pauses all its tasks, recalls jobs and addresses' },
    { from: ['3'], action: 'nextStage', zh: '下一阶段', en: 'Next stage', to: '3', who: 'taskList.run, system', note: '3114 unless taskList.force' },
    { from: ['2', '3', '4'], action: 'terminate', zh: '终止', en: 'Terminate', to: '5', who: 'taskList.terminate', note: 'retype taskNo' },
    { from: ['3'], action: 'finish', zh: '完成', en: 'Finish', to: '6', who: 'system', note: 'all final or endTime' },
    { from: ['0', '1', '2'], action: 'withdraw', zh: '撤销', en: 'Withdraw', to: '7', who: 'taskList.edit', note: 'creator only' },
  ], ownWork: 3105, review: { submit: ['submit', 'changed'], approve: ['approve', 'approveChange'], waive: ['submitSmall'], execute: ['start', 'resume'], back: 'changed' },
    editable: { states: ['0', '2', '4'], reason: { zh: '只有草稿、待执行和已暂停的任务可以编辑', en: 'Only drafts, waiting and paused tasks can be edited' } }, deletable: ['0'] },
  'SM-OtaTaskOld': { entities: ['OtaTask'], dictionary: 'OtaTaskStatus',
    states: { draft: 0, inReview: 1, waiting: 2, running: 3, paused: 4, terminated: 5, finished: 6, withdrawn: 7 },
    transitions: [
    { from: ['0'], action: 'start', zh: '开始', en: 'Start', to: '3', who: 'taskListOld.run', note: '3111, 3112' },
    { from: ['3'], action: 'terminate', zh: '终止', en: 'Terminate', to: '5', who: 'taskListOld.terminate', note: '' },
    { from: ['3'], action: 'finish', zh: '完成', en: 'Finish', to: '6', who: 'system', note: '' },
  ], editable: { states: ['0'], some: { '3': ['vins'] }, reason: { zh: '只有草稿可以编辑；执行中只能移除等待的车辆', en: 'Only drafts can be edited; while it runs, waiting vehicles can be taken out' } }, deletable: ['0'] },
  'SM-OtaExecution': { entities: ['OtaExecution'], dictionary: 'OtaExecStatus',
    states: { notStarted: 0, notified: 1, downloading: 2, ready: 3, installing: 4, succeeded: 5, rolledBack: 6, failed: 7, cancelled: 8, refused: 9 },
    transitions: [
    { from: ['0'], action: 'notify', zh: '通知', en: 'Notify', to: '1', who: 'system', note: 'stage open, rate slot' },
    { from: ['1'], action: 'accept', zh: '车辆接受', en: 'Taken by the vehicle', to: '2', who: 'device', note: 'consent and conditions; a vehicle that does not answer stays notified' },
    { from: ['1'], action: 'refuse', zh: '拒绝', en: 'Refuse', to: '9', who: 'app', note: 'after 3 postponements' },
    { from: ['2'], action: 'downloaded', zh: '下载完成', en: 'Downloaded', to: '3', who: 'device', note: 'hash verified' },
    { from: ['3'], action: 'install', zh: '开始安装', en: 'Install', to: '4', who: 'device', note: 'parked' },
    { from: ['4'], action: 'success', zh: '成功', en: 'Success', to: '5', who: 'device', note: 'version seen in status report' },
    { from: ['4'], action: 'rollback', zh: '回滚', en: 'Rolled back', to: '6', who: 'device', note: '' },
    { from: ['1', '2', '3', '4', '6', '7', '8'], action: 'lateSuccess', zh: '迟到成功', en: 'Late success', to: '5', who: 'device', note: 'the version came after its attempt was given up' },
    { from: ['5'], action: 'revert', zh: '回到原版本', en: 'Undone', to: '6', who: 'device', note: 'the version before is back' },
    { from: ['2', '3'], action: 'recall', zh: '召回', en: 'Recall', to: '1', who: 'system', note: 'emergency stop' },
    { from: ['2', '3', '4'], action: 'fail', zh: '失败', en: 'Fail', to: '7', who: 'device, system', note: 'fail code' },
    { from: ['7'], action: 'retry', zh: '重试', en: 'Retry', to: '1', who: 'taskList.run, system', note: 'retries left' },
    { from: ['0', '1', '2', '3'], action: 'cancel', zh: '取消', en: 'Cancel', to: '8', who: 'taskList.run, system', note: 'task terminated or expired' },
  ] },
} as const satisfies Record<string, Machine>;
