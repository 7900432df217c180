/**
 * Dictionaries of reference data.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const referenceDictionaries = [
  // Refused in names that users choose; operators add words of their own.
  { category: 'SensitiveWord', zh: '敏感词', en: 'Blocked word', flag: 'E', guards: true, serverOnly: true, entries: [
    { code: 'w1', zh: '客服', en: 'Customer service' },
    { code: 'w2', zh: '官方', en: 'Official (Chinese)' },
    { code: 'w3', zh: '管理员', en: 'Administrator (Chinese)' },
    { code: 'w4', zh: 'admin', en: 'admin' },
    { code: 'w5', zh: 'official', en: 'official' },
  ] },
] as const satisfies readonly Dictionary[];
