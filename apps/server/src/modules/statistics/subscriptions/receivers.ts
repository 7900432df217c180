import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { holds } from '../../../entity/read.ts';
import type { SessionUser } from '../../../http/context.ts';

/** Why somebody gets no report. */
export type NoReport = 'closed' | 'right' | 'address';

/** A statistic by its name; undefined for what is none. */
export const statisticNamed = (name: string): Statistic | undefined =>
  Object.hasOwn(statistics, name) ? statistics[name] : undefined;

/** Whoever may export the numbers may have them sent. */
export const maySubscribe = (user: SessionUser, { route }: Statistic): boolean =>
  holds(user, `${route}.query`) && holds(user, `${route}.export`);

/** Why a user gets no report of a statistic, by present rights and address; undefined: nothing is in the way. */
export function noReport(
  user: SessionUser | undefined,
  { route }: Statistic,
  address: string | undefined,
): NoReport | undefined {
  if (user === undefined) return 'closed';
  if (!holds(user, `${route}.query`)) return 'right';
  return address === undefined ? 'address' : undefined;
}

/** Mail addresses of accounts that have one, by id. */
export async function addressesOf(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id::text as id, email from sys_user where id = any(${[...ids]}::bigint[]) and email <> '' and not deleted`.execute(
    db,
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}
