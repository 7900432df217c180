import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Pool, QueryResultRow } from 'pg';
import type { Db, Tx } from '../db/pool.ts';
import { prepare } from '../db/prepared.ts';

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Where an engine statement runs: the pool (prepared, its result untouched) or a transaction of the query builder. */
export type Executor = Pool | Tx | Db;

/** A statement as text with its values, for a plain connection. */
export function textOf(query: RawBuilder<unknown>): { readonly text: string; readonly values: unknown[] } {
  const { sql: text, parameters } = query.compile(compiler);
  return { text, values: [...parameters] };
}

/** Runs an engine statement: prepared, or planned for its values. */
export async function run<Row extends QueryResultRow>(
  executor: Executor,
  query: RawBuilder<unknown>,
  { forValues = false }: { forValues?: boolean } = {},
): Promise<readonly Row[]> {
  const compiled = query.compile(compiler);
  const { sql: text, parameters } = compiled;
  const name = forValues ? undefined : prepare(text);
  if (executor instanceof Kysely) {
    const { rows } = await executor.executeQuery<Row>(compiled);
    return rows;
  }
  const { rows } = await executor.query<Row>({ text, values: [...parameters], ...(name !== undefined && { name }) });
  return rows;
}
