import type { Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { sql } from 'kysely';
import { run, type Executor } from './run.ts';
import { titleSelection } from './select.ts';
import { keyColumn } from './storage.ts';

/** What people call records, by id; private values are masked. Records that are gone are left out. */
export async function titlesOfRecords(
  executor: Executor,
  entity: EntityDef,
  ids: readonly string[],
  lang: Lang = 'zh',
): Promise<ReadonlyMap<string, string>> {
  const { expression, joins } = titleSelection(entity, lang);
  const key = sql.raw(keyColumn(entity));
  const found = await run<{ id: string; title: string | null }>(
    executor,
    sql`select t.${key}::text as id, (${sql.raw(expression)})::text as title from ${sql.raw(entity.table)} t${sql.raw(joins)} where t.${key} = any(${[...ids]}::bigint[])`,
  );
  return new Map(found.map(({ id, title }) => [id, title ?? id]));
}
