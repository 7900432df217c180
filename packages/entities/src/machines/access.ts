/**
 * Lifecycles of accounts and roles.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const accessMachines = {
  'SM-SysUser': { entities: ['SysUser', 'DealerUser'], dictionary: 'EnableStatus',
    states: { disabled: 0, enabled: 1 },
    transitions: [
    { from: ['1'], action: 'disable', zh: '停用', en: 'Disable', to: '0', who: 'operatorManage.enable', note: '1111 self; 1112 last admin; sessions end' },
    { from: ['0'], action: 'enable', zh: '启用', en: 'Enable', to: '1', who: 'operatorManage.enable', note: '1106 validity over' },
    { from: ['0', '1'], action: 'delete', zh: '删除', en: 'Delete', to: 'deleted', who: 'operatorManage.delete', note: '1111, 1112, 1113' },
  ] },
  'SM-Role': { entities: ['SysRole'], dictionary: 'EnableStatus',
    states: { disabled: 0, enabled: 1 },
    transitions: [
    { from: ['1'], action: 'disable', zh: '停用', en: 'Disable', to: '0', who: 'roleRightsManage.enable', note: '1117, 1119; members reload rights' },
    { from: ['0'], action: 'enable', zh: '启用', en: 'Enable', to: '1', who: 'roleRightsManage.enable', note: '' },
  ] },
} as const satisfies Record<string, Machine>;
