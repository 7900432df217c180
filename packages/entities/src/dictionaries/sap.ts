/**
 * Dictionaries of SAP.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const sapDictionaries = [
  { category: 'SapPlant', zh: 'SAP工厂', en: 'SAP plant', flag: 'E', entries: [
    { code: '1000', zh: '一厂', en: 'Plant 1' },
    { code: '2000', zh: '二厂', en: 'Plant 2' },
  ] },
] as const satisfies readonly Dictionary[];
