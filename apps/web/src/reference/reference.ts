import type { Dictionary, ItemCode } from '@wheelhouse/contract/calls/reference';
import { useMemo } from 'react';
import { useLang, type Lang } from '../i18n/lang.ts';
import { createStore, useStore } from '../lib/store.ts';

/** A dictionary entry in the current language. */
export interface DictItem {
  readonly code: string;
  readonly name: string;
  readonly color: string | null;
  readonly parentCode: string | null;
  readonly alarmErrCode: string | null;
}

/** Empty until the boot has loaded it, or when that failed. */
export const dictionaryStore = createStore<ReadonlyMap<string, readonly ItemCode[]>>(new Map());

export const setDictionaries = (dictionary: Dictionary): void =>
  dictionaryStore.set(new Map(Object.entries(dictionary)));

/** A bilingual name: English falls back to Chinese. */
export const nameIn = (
  row: { readonly name: string; readonly nameEn?: string | null | undefined },
  lang: Lang,
): string => (lang === 'en' && row.nameEn ? row.nameEn : row.name);

const toItem = (item: ItemCode, lang: Lang): DictItem => ({
  code: item.code,
  name: nameIn(item, lang),
  color: item.color ?? null,
  parentCode: item.parentCode ?? null,
  alarmErrCode: item.alarmErrCode ?? null,
});

/** Entries of a dictionary category in the current language, in their order. Empty while unknown. */
export function useDict(category: string): readonly DictItem[] {
  const lang = useLang();
  const items = useStore(dictionaryStore).get(category);
  return useMemo(
    () => (items ?? []).filter((item) => item.enabled !== 0).map((item) => toItem(item, lang)),
    [items, lang],
  );
}

/** Looks up entries of any category: `const dict = useDictLookup(); dict('AlarmLevel', row.level)?.name`. */
export function useDictLookup(): (category: string, code: string | number | null | undefined) => DictItem | undefined {
  const lang = useLang();
  const dictionaries = useStore(dictionaryStore);
  return (category, code) => {
    if (code === null || code === undefined) return undefined;
    const item = dictionaries.get(category)?.find((entry) => entry.code === String(code));
    return item === undefined ? undefined : toItem(item, lang);
  };
}
