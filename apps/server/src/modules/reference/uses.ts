import { entities, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { run } from '../../entity/run.ts';
import { hasColumn, isNumericDict, snake } from '../../entity/storage.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly many: boolean;
}

/** Columns that hold codes of each category: read from the definitions, so that a new entity is counted by itself. */
function columnsByCategory(): Map<string, Column[]> {
  const columns = new Map<string, Column[]>();
  for (const entity of Object.values(entities).map(plain)) {
    for (const [field, def] of Object.entries(entity.fields)) {
      if ((def.kind !== 'dict' && def.kind !== 'dictMany') || !hasColumn(def) || isNumericDict(def.dict)) continue;
      const known = columns.get(def.dict) ?? [];
      const column = { table: entity.table, name: snake(field), many: def.kind === 'dictMany' };
      // Entities may share a table.
      if (!known.some((one) => one.table === column.table && one.name === column.name))
        columns.set(def.dict, [...known, column]);
    }
  }
  return columns;
}

const columns = columnsByCategory();
/** Counting stops here: larger numbers would not change a decision. */
const most = 1000;

/** How many rows hold a code: records, deleted ones aside, and entries below it. */
export async function usesOf(tx: Tx, category: string, code: string): Promise<number> {
  let sum = 0;
  for (const { table, name, many } of columns.get(category) ?? []) {
    const holds = many ? sql`${sql.raw(name)} @> array[${code}]::text[]` : sql`${sql.raw(name)} = ${code}`;
    const [row] = await run<{ n: number }>(
      tx,
      sql`select count(*)::int as n from (select 1 from ${sql.raw(table)} where ${holds} and not deleted limit ${sql.raw(String(most))}) c`,
    );
    sum += row?.n ?? 0;
  }
  const [below] = await run<{ n: number }>(
    tx,
    sql`select count(*)::int as n from sys_item_code where coalesce(parent_category, category) = ${category} and parent_code = ${code} and not deleted`,
  );
  return sum + (below?.n ?? 0);
}
