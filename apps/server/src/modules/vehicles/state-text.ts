import type { Lang } from '@wheelhouse/contract/lang';
import { dictionaries, type DictionaryCategory } from '@wheelhouse/entities/reference/dictionaries';

/** Name of a code of a built-in dictionary, for refusals. */
export function entryText(category: DictionaryCategory, code: unknown, lang: Lang): string {
  const entry = dictionaries.find((one) => one.category === category)?.entries.find((one) => one.code === String(code));
  return entry ? entry[lang] : String(code ?? '-');
}
