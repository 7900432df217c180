/**
 * Lifecycles of app users.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const usersMachines = {
  'SM-AppUser': { entities: ['AppUser'], dictionary: 'AppUserStatus',
    states: { normal: 1, frozen: 2, deleting: 3, deleted: 4 },
    transitions: [
    { from: ['1'], action: 'freeze', zh: '冻结', en: 'Freeze', to: '2', who: 'appuserManager.freeze', note: 'tokens end' },
    { from: ['2'], action: 'unfreeze', zh: '解冻', en: 'Unfreeze', to: '1', who: 'appuserManager.freeze, system', note: '' },
    { from: ['1'], action: 'applyDeletion', zh: '申请注销', en: 'Apply for deletion', to: '3', who: 'app', note: '5133, 5134' },
    { from: ['3'], action: 'cancelDeletion', zh: '撤销注销', en: 'Cancel deletion', to: '1', who: 'appuserManager.cancelDeletion, app', note: '' },
    { from: ['3'], action: 'erase', zh: '注销', en: 'Erase', to: '4', who: 'system', note: '15 d' },
  ] },
} as const satisfies Record<string, Machine>;
