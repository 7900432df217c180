import type { Lang } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { dictionaries, type DictionaryCategory } from '@wheelhouse/entities/reference/dictionaries';
import { AppError } from '../http/errors.ts';

type Speaking = { readonly lang: Lang };

/** Name of a code of a built-in dictionary in the caller's language. */
export function entryText(category: DictionaryCategory, code: unknown, lang: Lang): string {
  const entry = dictionaries.find((one) => one.category === category)?.entries.find((one) => one.code === String(code));
  return entry ? entry[lang] : '-';
}

/** Name of the state that a field of a row holds. */
export function stateText(entity: EntityDef, field: string, row: Row, { lang }: Speaking): string {
  const def = entity.fields[field];
  return def?.kind === 'dict' ? entryText(def.dict, row[field], lang) : '-';
}

/** Refusal in a state that does not allow it, which it names (1004). */
export const wrongState = (category: DictionaryCategory, code: unknown, { lang }: Speaking): AppError =>
  new AppError(1004, { state: entryText(category, code, lang) });

/** Refusal in the state that a field of a row holds (1004). */
export const wrongStateOf = (entity: EntityDef, field: string, row: Row, ctx: Speaking): AppError =>
  new AppError(1004, { state: stateText(entity, field, row, ctx) });
