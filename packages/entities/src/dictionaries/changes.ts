/**
 * Dictionaries of requests that two people decide.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const changesDictionaries = [
  { category: 'ChangeKind', zh: '变更对象', en: 'Kind of change', flag: 'B', entries: [
    { code: '1', zh: '守护字典', en: 'Guarded list' },
    { code: '2', zh: '用户手机号', en: 'Mobile of a user' },
    { code: '3', zh: '车辆强制解绑', en: 'Forced unbinding' },
    { code: '4', zh: '取消中奖资格', en: 'Cancelling a win' },
    { code: '5', zh: '进行中的活动', en: 'Running event' },
  ] },
  { category: 'ChangeAction', zh: '变更动作', en: 'What is to be done', flag: 'B', entries: [
    { code: '1', zh: '新增', en: 'Add' },
    { code: '2', zh: '修改', en: 'Edit' },
    { code: '3', zh: '删除', en: 'Delete' },
    { code: '4', zh: '启用', en: 'Enable' },
    { code: '5', zh: '停用', en: 'Disable' },
    { code: '6', zh: '解绑', en: 'Unbind' },
    { code: '7', zh: '取消', en: 'Cancel' },
  ] },
  { category: 'ChangeStatus', zh: '变更审批状态', en: 'Approval of a change', flag: 'B', entries: [
    { code: '1', zh: '待批准', en: 'Waiting', color: 'warning' },
    { code: '2', zh: '已批准', en: 'Approved', color: 'success' },
    { code: '3', zh: '已退回', en: 'Refused', color: 'default' },
  ] },
] as const satisfies readonly Dictionary[];
