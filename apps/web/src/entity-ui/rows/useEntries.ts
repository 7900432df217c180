import { useLang } from '../../i18n/lang.ts';
import { useStore } from '../../lib/store.ts';
import { dictionaryStore, nameIn } from '../../reference/reference.ts';

export type EntriesOf = (category: string) => readonly { readonly code: string; readonly name: string }[];

/** Enabled entries of any category in the current language, in their order: what a cell offers. */
export function useEntries(): EntriesOf {
  const lang = useLang();
  const dictionaries = useStore(dictionaryStore);
  return (category) =>
    (dictionaries.get(category) ?? [])
      .filter(({ enabled }) => enabled !== 0)
      .map((entry) => ({ code: entry.code, name: nameIn(entry, lang) }));
}
