/**
 * Dictionaries of dealers.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const dealersDictionaries = [
  { category: 'DealerLevel', zh: '经销商等级', en: 'Dealer level', flag: 'E', entries: [
    { code: 'A', zh: '旗舰店', en: 'Flagship' },
    { code: 'B', zh: '标准店', en: 'Standard' },
    { code: 'C', zh: '社区店', en: 'Community' },
  ] },
  { category: 'DealerService', zh: '服务项目', en: 'Dealer service', flag: 'E', entries: [
    { code: '1', zh: '销售', en: 'Sales' },
    { code: '2', zh: '维修', en: 'Repair' },
    { code: '3', zh: '保养', en: 'Maintenance' },
    { code: '4', zh: '电池检测', en: 'Battery check' },
    { code: '5', zh: '上门', en: 'Door-to-door' },
    { code: '6', zh: '救援', en: 'Rescue' },
    { code: '7', zh: '上牌', en: 'Plate service' },
  ] },
  { category: 'DealerStatus', zh: '经销商状态', en: 'Dealer status', flag: 'B', entries: [
    { code: '1', zh: '合作中', en: 'Active', color: 'success' },
    { code: '2', zh: '暂停', en: 'Suspended', color: 'warning' },
    { code: '3', zh: '已终止', en: 'Ended', color: 'default' },
  ] },
] as const satisfies readonly Dictionary[];
