import type { Lang } from '@wheelhouse/contract';
import { inBothLanguages, nameKey, shownAs, type EntityDef, type Row } from '@wheelhouse/entities';
import { useLang } from '../i18n/lang.ts';
import { none } from '../ui/format.ts';
import { textOf } from './model.ts';

/** Names of a title field's value, first the one to show. */
function keysOfTitle(entity: EntityDef, name: string, lang: Lang): readonly string[] {
  const { kind } = shownAs(entity, name);
  if (kind === 'ref' || kind === 'area') return [nameKey(name)];
  const both = inBothLanguages(entity.fields, name);
  return lang === 'en' ? both.toReversed() : both.slice(0, 1);
}

/** What people call a record: the first title field with a value, in their language where it has two, else its id. */
export function titleIn(lang: Lang, entity: EntityDef, row: Row): string {
  const keys = entity.title.flatMap((name) => keysOfTitle(entity, name, lang));
  return keys.map((key) => textOf(row[key])).find((text) => text !== '') ?? (textOf(row['id']) || none);
}

/** `titleIn` the language of the page. */
export function useTitleOf(): (entity: EntityDef, row: Row) => string {
  const lang = useLang();
  return (entity, row) => titleIn(lang, entity, row);
}
