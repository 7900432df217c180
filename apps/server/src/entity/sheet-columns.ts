import type { Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf, shownAs } from '@wheelhouse/entities/registry';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { sql } from 'kysely';
import { run, type Executor } from './run.ts';
import { isNumericDict } from './storage.ts';

const yuan = { zh: '(元)', en: ' (CNY)' };

/** Heading of a column in workbooks, the same in export, import and template. Money says that it is yuan. */
export function columnTitle(entity: EntityDef, name: string, lang: Lang): string {
  return labelOf(entity, name)[lang] + (shownAs(entity, name).kind === 'money' ? yuan[lang] : '');
}

/** An entry of a dictionary as operators see it now. */
export interface DictEntry {
  readonly code: string;
  readonly zh: string;
  readonly en: string;
  /** May be chosen anew. */
  readonly enabled: boolean;
}

/** Entries of categories by category and code: what the release ships with, under what operators made of it. */
export async function dictionaryEntries(
  executor: Executor,
  categories: readonly string[],
): Promise<Map<string, Map<string, DictEntry>>> {
  const out = new Map<string, Map<string, DictEntry>>();
  for (const category of new Set(categories)) {
    const shipped = dictionaries.find((d) => d.category === category)?.entries ?? [];
    out.set(
      category,
      new Map(shipped.map(({ code, zh, en }) => [code, { code, zh, en, enabled: isNumericDict(category) }])),
    );
  }
  if (out.size === 0) return out;
  const rows = await run<{ category: string; code: string; zh: string; en: string; enabled: number }>(
    executor,
    sql`select category, code, name as zh, name_en as en, enabled from sys_item_code where category = any(${[...out.keys()]}::text[]) and not deleted order by sort, id`,
  );
  for (const row of rows) {
    out.get(row.category)?.set(row.code, {
      code: row.code,
      zh: row.zh,
      en: row.en,
      enabled: row.enabled === 1 || isNumericDict(row.category),
    });
  }
  return out;
}
