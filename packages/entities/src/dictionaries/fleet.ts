/**
 * Dictionaries of the state of vehicles.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const fleetDictionaries = [
  { category: 'OnlineStatus', zh: '在线状态', en: 'Online status', flag: 'B', entries: [
    { code: '0', zh: '离线', en: 'Offline', color: 'default' },
    { code: '1', zh: '在线', en: 'Online', color: 'success' },
  ] },
  { category: 'ChargeStatus', zh: '充电状态', en: 'Charge status', flag: 'B', entries: [
    { code: '0', zh: '未充电', en: 'Not charging', color: 'default' },
    { code: '1', zh: '充电中', en: 'Charging', color: 'primary' },
    { code: '2', zh: '已充满', en: 'Full', color: 'success' },
    { code: '3', zh: '充电异常', en: 'Fault', color: 'danger' },
  ] },
] as const satisfies readonly Dictionary[];
