import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { preparedName } from './prepared.ts';
import type { Database } from './tables.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

const oids = { int8: 20, date: 1082, numeric: 1700 } as const;

/** A numeric with more digits than a double holds stays text, so that nothing is rounded unseen. */
function parseNumeric(text: string): string | number {
  return text.replace(/[^0-9]/g, '').length <= 15 ? Number(text) : text;
}

/** int8 → string (ids), numeric → number, date → 'YYYY-MM-DD', timestamptz → Date, json → parsed. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === oids.int8 || oid === oids.date) return String;
    if (oid === oids.numeric) return parseNumeric;
    return pg.types.getTypeParser(oid, format);
  },
};

interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly log: Logger;
  /** Milliseconds a statement may take; 0 = any. */
  readonly statementTimeout?: number;
}

/** Every connection of the platform names itself so; others on the server are told apart by it. */
export const applicationName = 'wheelhouse';

/** A pool that survives the loss of the database: broken connections are dropped, the next query makes a new one. */
export function createPool({ url, max, log, statementTimeout = 15_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: '-c timezone=UTC',
    types,
  });
  return survives(pool, log);
}

/** A pool beside another on the same database, with so many connections. */
export function poolBeside(pool: pg.Pool, max: number, log: Logger): pg.Pool {
  return survives(new pg.Pool({ ...pool.options, max }), log);
}

function survives(pool: pg.Pool, log: Logger): pg.Pool {
  // An idle connection that breaks would otherwise end the process.
  // So would one that breaks between two statements of a transaction; the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => pool.ending || log.warn({ err: error }, 'idle database connection lost'));
  return pool;
}

/** The pool as the query builder uses it: statements that have a name run as prepared ones, in transactions too. */
function preparing(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const query = (text: unknown, values: readonly unknown[] = []): unknown => {
        // The builder also hands over cursors, which are statements of their own.
        if (typeof text !== 'string') return client.query(text as pg.Submittable);
        const name = preparedName(text);
        return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
      };
      const release = (destroy?: boolean) => client.release(destroy);
      const own: Partial<Record<string | symbol, unknown>> = { query, release };
      const prepared: unknown = new Proxy(client, {
        get: (target, key) => own[key] ?? Reflect.get(target, key, target),
      });
      return prepared as PostgresPoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Runs `work` in one transaction; a deadlock or serialization failure is tried again, up to twice.
 * `work` must do nothing but database work: it may run more than once.
 */
export async function withTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = sqlState(error);
      if (attempt >= 2 || (state !== '40001' && state !== '40P01')) throw error;
    }
  }
}
