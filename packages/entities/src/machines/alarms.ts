/**
 * Lifecycle of alarms.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const alarmsMachines = {
  'SM-Alarm': { entities: ['Alarm'], dictionary: 'AlarmHandleStatus',
    states: { unhandled: 0, inProgress: 1, handled: 2, ignored: 3, autoClosed: 4 },
    transitions: [
    { from: ['0'], action: 'claim', zh: '领取', en: 'Claim', to: '1', who: 'alarmManage.claim', note: '3001' },
    { from: ['0', '1'], action: 'assign', zh: '指派', en: 'Assign', to: '1', who: 'alarmManage.assign', note: 'target lacks right 1003' },
    { from: ['0', '1'], action: 'handle', zh: '处理完成', en: 'Handle', to: '2', who: 'alarmManage.handle', note: '3002' },
    { from: ['0', '1'], action: 'ignore', zh: '误报忽略', en: 'False alarm', to: '3', who: 'alarmManage.ignore', note: '3003' },
    { from: ['0'], action: 'autoClose', zh: '自动关闭', en: 'Auto-close', to: '4', who: 'system', note: 'level ≤2, 24 h after recovery' },
    { from: ['1'], action: 'release', zh: '退回', en: 'Release', to: '0', who: 'alarmManage.claim', note: 'handler only 3002' },
    { from: ['2', '3'], action: 'reopen', zh: '重新打开', en: 'Reopen', to: '1', who: 'alarmManage.handle', note: '3006' },
  ] },
} as const satisfies Record<string, Machine>;
