import type { PageMap } from '../../routing/pages.ts';

/** Pages of accounts, roles, functions and dictionaries. */
export const systemPages = {
  operatorManage: () => import('./OperatorManage.tsx'),
  roleRightsManage: () => import('./RoleRights.tsx'),
  roleAdd: () => import('./RoleAdd.tsx'),
  roleEdit: () => import('./RoleEdit.tsx'),
  menu: () => import('./Menu.tsx'),
  dictionary: () => import('./Dictionary.tsx'),
} satisfies PageMap;
