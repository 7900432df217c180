import { type ListQuery, readListQuery, totalLimit } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Fragment } from './scope.ts';

interface Source {
  readonly select: Fragment;
  readonly from: Fragment;
  readonly where: Fragment;
  readonly order: Fragment;
}

/** A page of rows that are no entity's, a log for instance: in the order of the source, counted up to `totalLimit`. */
export async function readPage<Row>(
  db: Db,
  source: Source,
  input: Readonly<Record<string, unknown>>,
  pageSize = 20,
): Promise<{ list: readonly Row[]; total: number; more?: true }> {
  const query: ListQuery = readListQuery(
    { page: input['page'], pageSize: input['pageSize'] },
    { pageSize, maxPageSize: 200 },
  );
  const { select, from, where, order } = source;
  const [rows, counted] = await Promise.all([
    sql<Row>`select ${select} from ${from} where ${where} order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(
      db,
    ),
    sql<{
      total: number;
    }>`select count(*)::int as total from (select 1 from ${from} where ${where} limit ${totalLimit + 1}) c`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return total > totalLimit ? { list: rows.rows, total: totalLimit, more: true } : { list: rows.rows, total };
}
