import type { Lang } from '@wheelhouse/contract/lang';
import { sql, type RawBuilder } from 'kysely';

/** SQL text of a column in a language: `<column>_en` where it is filled, else the Chinese one. `column` is SQL of the product's own, never input. */
export const inLangText = (lang: Lang, column: string): string =>
  lang === 'en' ? `coalesce(nullif(${column}_en, ''), ${column})` : column;

/** The same as a fragment. */
export const inLang = (lang: Lang, column: string): RawBuilder<string> => sql.raw(inLangText(lang, column));
