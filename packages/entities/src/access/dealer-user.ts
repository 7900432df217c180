import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { accountFields, accountQuestions, resetPwd } from './sys-user.ts';

/** Console account of a dealer 经销商账号: rows of `sys_user` with userType 2. It sees its own dealer and nothing else. */
export const dealerUser = defineEntity({
  name: 'dealerUser',
  table: 'sys_user',
  domain: 'access',
  label: { zh: '经销商账号', en: 'Dealer account' },
  base: '/data/crm/dealerUser',
  page: 'dealerAccountManage',
  title: ['realName', 'username'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'export'],
  fixedValues: { userType: 2 },
  external: true,
  fields: {
    ...accountFields,
    dealerId: f.ref('dealer', { required: true, index: true }),
    dealerType: f.lookup('dealerId', 'dealerType'),
    organizationCode: f.text({ readonly: true, max: 40 }),
    roleCodes: f.tags({ required: true, min: 1, max: 3, hooked: true }),
    position: f.dict('DealerPosition', { required: true, default: '2', label: { zh: '职务', en: 'Position' } }),
  },
  list: {
    columns: [
      'realName',
      'username',
      'enabled',
      'mobile',
      'dealerId',
      'roleCodes',
      'position',
      'dealerType',
      'locked',
      'lastLoginTime',
    ],
    filters: {
      keyword: 'eq',
      username: 'like',
      realName: 'like',
      mobile: 'eq',
      dealerId: 'eq',
      dealerType: 'eq',
      position: 'eq',
      enabled: 'eq',
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
      title: { zh: '账号', en: 'Account' },
      fields: ['username', 'realName', 'mobile', 'dealerId', 'roleCodes', 'position', 'enabled', 'remark'],
    },
  ],
  detail: [
    {
      title: { zh: '账号', en: 'Account' },
      fields: [
        'username',
        'realName',
        'mobile',
        'dealerId',
        'dealerType',
        'roleCodes',
        'position',
        'enabled',
        'remark',
      ],
    },
    {
      title: { zh: '登录', en: 'Sign-in' },
      fields: ['lastLoginTime', 'locked', 'lockedUntil', 'createTime', 'updateTime'],
    },
  ],
  machines: { enabled: 'SM-SysUser' },
  questions: accountQuestions,
  scope: { dealer: 'dealerId', city: 'dealerId.cityId', organization: 'dealerId.organizationCode' },
  actions: { resetPwd: resetPwd('dealerAccountManage.resetPwd') },
  exportLimit: 10_000,
});
