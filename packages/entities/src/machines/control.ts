/**
 * Lifecycles of remote commands.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const controlMachines = {
  'SM-Command': { entities: ['ControlCommand', 'DebugRecord'], dictionary: 'CommandStatus',
    states: { queued: 0, sent: 1, acknowledged: 2, succeeded: 3, failed: 4, timedOut: 5, cancelled: 6, expired: 7 },
    transitions: [
    { from: ['0'], action: 'send', zh: '下发', en: 'Send', to: '1', who: 'system', note: '' },
    { from: ['1'], action: 'ack', zh: '设备应答', en: 'Device acknowledges', to: '2', who: 'device', note: '' },
    { from: ['2'], action: 'ok', zh: '执行成功', en: 'Succeeded', to: '3', who: 'device', note: '' },
    { from: ['1', '2'], action: 'fail', zh: '执行失败', en: 'Failed', to: '4', who: 'device', note: '' },
    { from: ['0', '1', '2'], action: 'timeout', zh: '超时', en: 'Timed out', to: '5', who: 'system', note: '30 s online' },
    { from: ['0'], action: 'cancel', zh: '取消', en: 'Cancel', to: '6', who: 'remoteControl.cancel', note: '' },
    { from: ['0'], action: 'expire', zh: '缓存过期', en: 'Cache lapsed', to: '7', who: 'system', note: '' },
  ] },
} as const satisfies Record<string, Machine>;
