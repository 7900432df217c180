import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Role 角色; its functions are rows of `sys_role_function`. Its calls also take the role's code in place of its id. */
export const sysRole = defineEntity({
  name: 'sysRole',
  table: 'sys_role',
  domain: 'access',
  label: { zh: '角色', en: 'Role' },
  base: '/system/crm/sysRole',
  page: 'roleRightsManage',
  title: ['roleName'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  callPaths: { add: 'addRole', update: 'updateRole', batchDelete: 'deleteRole' },
  fields: {
    roleCode: f.text({ required: true, max: 32, pattern: /^[a-z][a-z0-9_]{2,31}$/, unique: true, fixed: true }),
    roleName: f.text({ required: true, min: 2, max: 30, unique: true }),
    roleNameEn: f.text({ max: 60 }),
    dataScope: f.dict('DataScope', { required: true, default: 2 }),
    dealerAssignable: f.flag({ required: true, default: 0 }),
    builtIn: f.flag({ required: true, default: 0, readonly: true }),
    functionCodes: f.tags({ required: true, min: 1, max: 5000, hooked: true }),
    remark: f.longText({ max: 200 }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    userCount: f.computed({ kind: 'int' }),
    functionCount: f.computed({ kind: 'int' }),
  },
  list: {
    columns: ['roleName', 'roleCode', 'dataScope', 'userCount', 'functionCount', 'builtIn', 'enabled', 'updateTime'],
    identity: ['roleName', 'roleCode'],
    filters: { roleName: 'like', roleCode: 'like', enabled: 'eq' },
    order: 'createTime asc',
  },
  machines: { enabled: 'SM-Role' },
});
