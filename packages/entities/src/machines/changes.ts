/**
 * Lifecycles of requests that two people decide.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const changesMachines = {
  'SM-Change': { entities: ['ChangeRequest'], dictionary: 'ChangeStatus',
    states: { waiting: 1, approved: 2, refused: 3 },
    transitions: [
    { from: ['1'], action: 'approve', zh: '批准', en: 'Approve', to: '2', who: 'changeRequest.audit', by: 'another', note: 'what was read is done at once' },
    { from: ['1'], action: 'refuse', zh: '退回', en: 'Refuse', to: '3', who: 'changeRequest.audit', note: 'whoever asked as well' },
  ] },
} as const satisfies Record<string, Machine>;
