import type { StatRow } from '@wheelhouse/contract/statistics';
import { nameKey } from '@wheelhouse/entities/reading';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { areaById } from '@wheelhouse/entities/areas/areas';
import { sql } from 'kysely';
import { knowsStaff } from '../../../entity/hidden.ts';
import { run } from '../../../entity/run.ts';
import { titleSelection } from '../../../entity/select.ts';
import type { Who } from '../scoped.ts';

/** Titles of records by id. Names of the platform's people are for the platform's people. */
async function titlesOf(
  { app, user, lang }: Who,
  to: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || (to === 'sysUser' && !knowsStaff(user))) return new Map();
  const entity = entityNamed(to);
  const { expression, joins } = titleSelection(entity, lang);
  const rows = await app.reads.run(({ pool }) =>
    run<{ id: string; title: string }>(
      pool,
      sql`select t.id::text as id, (${sql.raw(expression)})::text as title from ${sql.raw(entity.table)} t${sql.raw(joins)} where t.id = any(${[...ids]}::bigint[])`,
    ),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Adds the names of records and areas that dimensions of rows point to. */
export async function withNames(
  who: Who,
  statistic: Statistic,
  by: readonly string[],
  rows: readonly StatRow[],
): Promise<readonly StatRow[]> {
  const named = await Promise.all(
    by.map(async (name) => {
      const as = statistic.dimensions[name]?.as;
      const values = [...new Set(rows.flatMap((row) => (row[name] === null ? [] : [String(row[name])])))];
      if (as?.kind === 'ref') return [name, await titlesOf(who, as.to, values)] as const;
      if (as?.kind === 'area') return [name, areaNames(who, values)] as const;
      return undefined;
    }),
  );
  const all = named.filter((one) => one !== undefined);
  if (all.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(all.map(([name, titles]) => [nameKey(name), titles.get(String(row[name])) ?? null])),
  }));
}

/** Names of areas in the caller's language; those without an English one by their Chinese name. */
const areaNames = ({ lang }: Who, ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    ids.flatMap((id) => {
      const area = areaById.get(id);
      return area === undefined ? [] : [[id, lang === 'en' && area.nameEn !== '' ? area.nameEn : area.name] as const];
    }),
  );
