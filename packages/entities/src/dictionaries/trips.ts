/**
 * Dictionaries of trips and mileage.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const tripsDictionaries = [
  { category: 'MileageAbnormal', zh: '里程异常', en: 'Mileage anomaly', flag: 'B', entries: [
    { code: '1', zh: '里程回退', en: 'Odometer went back', color: 'danger' },
    { code: '2', zh: '超过500公里', en: 'Over 500 km', color: 'warning' },
    { code: '3', zh: '更换中控，已衔接', en: 'ECU replaced, joined', color: 'primary' },
    { code: '4', zh: '里程跳变', en: 'Odometer jumped', color: 'warning' },
  ] },
  { category: 'TraceReason', zh: '查看轨迹原因', en: 'Trace reason', flag: 'E', entries: [
    { code: '1', zh: '车主授权', en: 'Owner consent' },
    { code: '2', zh: '被盗处置', en: 'Theft' },
    { code: '3', zh: '故障分析', en: 'Fault analysis' },
    { code: '4', zh: '司法协助', en: 'Legal request' },
  ] },
] as const satisfies readonly Dictionary[];
