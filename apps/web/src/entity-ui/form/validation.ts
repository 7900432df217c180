import type { ValidationContext } from '@wheelhouse/entities';
import { getLang } from '../../i18n/lang.ts';
import { dictionaryStore } from '../../reference/reference.ts';

/** What the shared validation needs, from what the console knows. Unknown categories accept any code: the server decides. */
export function validationContext(): ValidationContext {
  const dictionaries = dictionaryStore.get();
  return {
    lang: getLang(),
    dictCodes: (category) => {
      const items = dictionaries.get(category);
      return items === undefined ? undefined : new Set(items.map((item) => item.code));
    },
  };
}
