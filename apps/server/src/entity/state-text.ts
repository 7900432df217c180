import type { Lang } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { closedTo } from '@wheelhouse/entities/in-use';
import { dictionaries, type DictionaryCategory } from '@wheelhouse/entities/dictionaries';
import { sameValue } from '@wheelhouse/entities/validate';
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

/** @throws AppError 1004 where the state lets no form change the record, or not these fields */
export function refuseClosed(entity: EntityDef, input: Row, old: Row, ctx: Speaking): void {
  const names = Object.keys(input).filter((name) => !sameValue(input[name], old[name]));
  const closed = [undefined, ...names]
    .map((name) => closedTo(entity, 'editable', old, name))
    .find((found) => found !== undefined);
  if (closed !== undefined) throw wrongStateOf(entity, closed.field, old, ctx);
}
