import { formatDay } from '@wheelhouse/contract';
import { defineEntity, type ActionDef, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** What staff and dealer accounts have in common; one table, one namespace of usernames and mobile numbers. */
export const accountFields = {
  userType: f.int({ required: true, readonly: true, min: 1, max: 2, label: { zh: '账号类型', en: 'Account type' } }),
  username: f.text({
    required: true,
    min: 4,
    max: 32,
    pattern: /^[A-Za-z][A-Za-z0-9_.-]{3,31}$/,
    unique: 'ever',
    fixed: true,
  }),
  realName: f.text({ required: true, min: 2, max: 20, label: { zh: '姓名', en: 'Name' } }),
  mobile: f.private('mobile', { required: true, format: 'mobile', unique: true }),
  gender: f.dict('Gender'),
  email: f.text({ format: 'email', max: 64 }),
  avatar: f.image({ maxMb: 2, biz: 'avatar', label: { zh: '头像', en: 'Avatar' } }),
  enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  remark: f.longText({ max: 200 }),
  lastLoginTime: f.instant({ readonly: true, index: true }),
  locked: f.computed({ kind: 'flag' }, { label: { zh: '已锁定', en: 'Locked' } }),
  lockedUntil: f.computed({ kind: 'instant' }, { label: { zh: '锁定至', en: 'Locked until' } }),
} as const;

const resetConfirm = {
  zh: '确定重置「{username}」的密码吗？',
  en: 'Reset the password of “{username}”?',
} as const;

/** Disabling ends the sessions too. */
export const accountQuestions = {
  disable: {
    zh: '停用「{username}」后该用户将立即下线，确定吗？',
    en: '“{username}” will be signed out at once. Continue?',
  },
} as const;

/** The action of every kind of account; answers `{newPassword}`, shown once. */
export const resetPwd = (button: 'operatorManage.resetPwd' | 'dealerAccountManage.resetPwd') =>
  ({
    label: { zh: '重置密码', en: 'Reset password' },
    path: 'resetPwd',
    button,
    where: ['row', 'detail'],
    confirm: resetConfirm,
    danger: true,
    effect: 'irreversible',
  }) as const satisfies ActionDef;

const operatorActions = {
  resetPwd: resetPwd('operatorManage.resetPwd'),
  unlock: {
    label: { zh: '解锁', en: 'Unlock' },
    path: 'unlock',
    button: 'operatorManage.unlock',
    where: ['row', 'detail'],
    from: { locked: [1] },
  },
  resetTotp: {
    label: { zh: '解除动态验证码', en: 'Remove two-factor login' },
    path: 'resetTotp',
    button: 'operatorManage.resetPwd',
    where: ['detail'],
    from: { totpEnabled: [1] },
    confirm: {
      zh: '「{name}」将只需密码即可登录，确定吗？',
      en: '“{name}” will log in with the password only. Continue?',
    },
    danger: true,
    input: { reason: f.longText({ logged: true, required: true, min: 2, max: 100 }) },
    effect: 'irreversible',
  },
} as const satisfies Readonly<Record<string, ActionDef>>;

function validFromToday(row: Row, old: Row | undefined): Issue | undefined {
  const day = row['validUntil'];
  return typeof day === 'string' && day !== old?.['validUntil'] && day < formatDay(new Date())
    ? { field: 'validUntil', text: { zh: '有效期不能早于今天', en: 'The date cannot be before today' } }
    : undefined;
}

/**
 * Console account of staff; those of dealers are `dealerUser`.
 * What proves who somebody is (password, lockout, second factor) is in tables that are no entity, so that no generic call can reach it.
 */
export const sysUser = defineEntity({
  name: 'sysUser',
  table: 'sys_user',
  domain: 'access',
  label: { zh: '操作员', en: 'Operator' },
  base: '/system/crm/sysUser',
  page: 'operatorManage',
  title: ['realName', 'username'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'export'],
  callPaths: { add: 'addUser', update: 'updateUser' },
  fixedValues: { userType: 1 },
  fields: {
    ...accountFields,
    jobNo: f.text({ max: 20, pattern: /^[A-Za-z0-9-]{2,20}$/, unique: true }),
    organizationCode: f.text({ required: true, max: 40, index: true }),
    organizationName: f.computed({ kind: 'text' }, { label: { zh: '所属组织', en: 'Organization' } }),
    dealerId: f.ref('dealer', { readonly: true, index: true }),
    position: f.dict('DealerPosition', { readonly: true, label: { zh: '职务', en: 'Position' } }),
    roleCodes: f.tags({ required: true, min: 1, max: 5, hooked: true }),
    regionScope: f.tags({
      max: 100,
      empty: { zh: '角色范围内全部', en: 'All within the roles’ scope' },
      help: {
        zh: '省或市；留空为角色范围内全部',
        en: 'Provinces or cities. Leave empty for all within the roles’ scope',
      },
    }),
    validUntil: f.date({}),
    totpEnabled: f.computed({ kind: 'flag' }, { label: { zh: '动态验证码', en: 'Two-factor login' } }),
  },
  list: {
    linesAbove: 1,
    columns: [
      'realName',
      'username',
      'enabled',
      'mobile',
      'organizationName',
      'roleCodes',
      'lastLoginTime',
      'jobNo',
      'validUntil',
      'locked',
    ],
    filters: {
      keyword: 'eq',
      username: 'like',
      realName: 'like',
      mobile: 'eq',
      jobNo: 'eq',
      organizationCode: 'eq',
      roleCodes: 'eq',
      enabled: 'eq',
      validUntil: 'range',
      lastLoginTime: 'range',
    },
    hiddenFilters: { roleCodes: 'in' },
    keyword: {
      eq: ['username'],
      like: ['username', 'realName'],
      label: { zh: '姓名 / 用户名', en: 'Name / username' },
    },
    order: 'createTime desc',
  },
  aliases: { roleCode: 'roleCodes' },
  form: [
    {
      title: { zh: '基本信息', en: 'Basic information' },
      fields: ['username', 'realName', 'mobile', 'gender', 'email', 'jobNo'],
    },
    {
      title: { zh: '权限', en: 'Rights' },
      fields: ['organizationCode', 'roleCodes', 'regionScope', 'validUntil', 'enabled', 'remark'],
    },
  ],
  detail: [
    {
      title: { zh: '基本信息', en: 'Basic information' },
      fields: ['username', 'realName', 'mobile', 'gender', 'email', 'jobNo', 'remark'],
    },
    {
      title: { zh: '权限', en: 'Rights' },
      fields: ['organizationName', 'roleCodes', 'regionScope', 'validUntil', 'enabled'],
    },
    {
      title: { zh: '登录', en: 'Sign-in' },
      fields: ['lastLoginTime', 'locked', 'lockedUntil', 'totpEnabled', 'createTime', 'updateTime'],
    },
  ],
  machines: { enabled: 'SM-SysUser' },
  questions: accountQuestions,
  scope: { organization: 'organizationCode' },
  rules: [validFromToday],
  actions: operatorActions,
  exportLimit: 10_000,
});
