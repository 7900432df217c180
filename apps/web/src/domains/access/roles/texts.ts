import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  members: { zh: '成员', en: 'Members' },
  membersOf: { zh: '「{name}」的成员', en: 'Members of “{name}”' },
  noMembers: { zh: '该角色还没有成员', en: 'This role has no members' },
  removeMember: { zh: '移除', en: 'Remove' },
  removeQuestion: {
    zh: '将「{user}」移出角色「{role}」？其权限立即改变。',
    en: 'Remove “{user}” from the role “{role}”? The user’s rights change at once.',
  },
  deleteQuestion: {
    zh: '确定删除角色「{name}」吗？删除后不可恢复。',
    en: 'Delete the role “{name}”? This cannot be undone.',
  },
  disableQuestion: {
    zh: '停用「{name}」后{n}个用户将失去该角色的权限，确定吗？',
    en: '{n} {n|user|users} will lose the rights of “{name}”. Disable it?',
  },
  enableQuestion: {
    zh: '启用角色「{name}」？{n}个用户将得到其权限。',
    en: 'Enable the role “{name}”? {n} {n|user|users} will get its rights.',
  },
  basics: { zh: '角色', en: 'Role' },
  functions: { zh: '功能权限', en: 'Functions' },
  copyOf: {
    zh: '复制自「{name}」，请填写新的编码与名称。',
    en: 'Copied from “{name}”. Enter a new code and name.',
  },
  copyName: { zh: '{name}副本', en: 'Copy of {name}' },
  atLeastOne: { zh: '请至少勾选一项功能权限', en: 'Select at least one function' },
  staffOnlyTitle: {
    zh: '可授予经销商的角色不能含「仅内部」权限：{n}项',
    en: 'A role for dealer accounts cannot have staff-only functions: {n}',
  },
  dropStaffOnly: { zh: '取消勾选这些权限', en: 'Deselect them' },
  changesTitle: { zh: '保存对「{name}」的修改？', en: 'Save the changes to “{name}”?' },
  changesHint: {
    zh: '{n}个成员的权限立即改变，无需重新登录。',
    en: 'The rights of {n} {n|member|members} change at once.',
  },
  added: { zh: '新增{n}项权限', en: '{n} {n|function|functions} added' },
  removed: { zh: '移除{n}项权限', en: '{n} {n|function|functions} removed' },
  fieldsChanged: { zh: '修改的字段', en: 'Changed fields' },
  nothingChanged: { zh: '没有修改', en: 'No changes' },
  merged: {
    zh: '他人刚刚修改了该角色，已合并双方的修改，请核对后再次保存。',
    en: 'Someone else has just changed this role. Both changes were merged. Check them and save again.',
  },
  builtIn: { zh: '内置角色不可修改', en: 'Built-in roles cannot be changed' },
  editTitle: { zh: '编辑「{name}」', en: 'Edit “{name}”' },
  dealerHelp: { zh: '打开后只能勾选非「仅内部」的权限', en: 'If on, staff-only functions cannot be selected' },
} as const satisfies Texts;

export const useRoleTexts = (): Translate<typeof texts> => useTexts(texts);
