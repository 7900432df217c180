import { type ListQuery, readListQuery, totalLimit } from '@wheelhouse/contract';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Fragment } from './scope.ts';

/** Where the rows of a page come from. */
export interface PageSource {
  readonly select: Fragment;
  readonly from: Fragment;
  /** What of `from` has the rows and the conditions on them, where that is less. */
  readonly countFrom?: Fragment;
  readonly where: Fragment;
  readonly order: Fragment;
}

/** The number of rows of `from … where …` as lists show it: exact up to `totalLimit`, and whether there are more. */
export async function countRows(
  db: Db,
  { from, where }: Pick<PageSource, 'from' | 'where'>,
): Promise<{ total: number; more?: true }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${from} where ${where} limit ${totalLimit + 1}) c`.execute(db);
  const n = rows[0]?.n ?? 0;
  return n > totalLimit ? { total: totalLimit, more: true } : { total: n };
}

/**
 * A page of rows that are no entity's, a log for instance: in the order of the source, counted up to `totalLimit`.
 * @for a page of rows that belong to no entity: counted up to the limit of lists: `messages/alarm-messages.ts`; `countRows` where it needs a
 * statement of its own
 */
export async function readPage<Row>(
  db: Db,
  source: PageSource,
  input: Readonly<Record<string, unknown>>,
  pageSize = 20,
): Promise<{ list: readonly Row[]; total: number; more?: true }> {
  const query: ListQuery = readListQuery(
    { page: input['page'], pageSize: input['pageSize'] },
    { pageSize, maxPageSize: 200 },
  );
  const { select, from, countFrom = from, where, order } = source;
  const [{ rows: list }, counted] = await Promise.all([
    sql<Row>`select ${select} from ${from} where ${where} order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(
      db,
    ),
    countRows(db, { from: countFrom, where }),
  ]);
  return { list, ...counted };
}
