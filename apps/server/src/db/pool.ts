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
import { holdingConnection, secondConnection, type SecondConnectionError } from './holding.ts';
import { countPrepared, preparedName } from './prepared.ts';
import { Servers } from './servers.ts';
import type { Database } from './tables.ts';
import { traceStatements } from '../tracing/statements.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

const oids = { int8: 20, date: 1082, numeric: 1700 } as const;

/** A numeric with more digits than a double holds stays text, so that nothing is rounded. */
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
  readonly url: string | Servers;
  readonly max: number;
  readonly log: Logger;
  /** Milliseconds a statement may take; 0 = any. */
  readonly statementTimeout?: number;
  /** A second connection asked for inside a transaction is given and logged instead of refused. */
  readonly lenient?: boolean;
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Gives no connection to code that holds one already: see `SecondConnectionError`. */
class OneEachPool extends pg.Pool {
  readonly servers: Servers;
  readonly report: ((error: SecondConnectionError) => void) | undefined;

  constructor(servers: Servers, config: pg.PoolConfig, report: ((error: SecondConnectionError) => void) | undefined) {
    super({ ...config, Client: servers.Client });
    this.servers = servers;
    this.report = report;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const error = secondConnection('a second connection was asked for');
    if (error) this.report?.(error);
    if (error && this.report === undefined) {
      if (callback === undefined) return Promise.reject(error);
      return callback(error, undefined, () => undefined);
    }
    return callback === undefined ? super.connect() : super.connect(callback);
  }
}

/** Logs each place once: the same defect would repeat for every call. */
function reportOnce(log: Logger): (error: SecondConnectionError) => void {
  const known = new Set<string>();
  return (error) => {
    const place = error.stack ?? '';
    if (known.has(place) || known.size >= 100) return;
    known.add(place);
    log.error({ err: error }, 'second connection inside a transaction');
  };
}

/** A pool that survives the loss of the database: broken connections are dropped, the next query makes a new one. */
export function createPool({ url, max, log, statementTimeout = 15_000, lenient = false }: PoolOptions): pg.Pool {
  const servers = typeof url === 'string' ? new Servers(url, log) : url;
  const config: pg.PoolConfig = {
    ...servers.config,
    max,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    options: '-c timezone=UTC',
    types,
  };
  return survives(new OneEachPool(servers, config, lenient ? reportOnce(log) : undefined), log);
}

/** A pool beside another of `createPool` on the same database, with so many connections. */
export function poolBeside(pool: pg.Pool, max: number, log: Logger): pg.Pool {
  const { servers, report } = oneEach(pool);
  return survives(new OneEachPool(servers, { ...pool.options, max }, report), log);
}

/** A connection of its own, not made yet, with the settings of a pool of `createPool`. */
export function clientBeside(pool: pg.Pool): pg.Client {
  return oneEach(pool).servers.client(pool.options);
}

function oneEach(pool: pg.Pool): OneEachPool {
  if (!(pool instanceof OneEachPool)) throw new TypeError('a pool of somebody else');
  return pool;
}

/** SQLSTATE of a write at a server that takes none: it was the primary, and is a replica now. */
export const readOnlyState = '25006';

function survives(pool: pg.Pool, log: Logger): pg.Pool {
  // An idle connection that breaks would otherwise end the process.
  // So would one that breaks between two statements of a transaction; the next statement fails.
  const prepared = countPrepared<pg.PoolClient>();
  const demoted = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.connection.on(
      'errorMessage',
      ({ code }: { code?: string }) => code === readOnlyState && demoted.add(client),
    );
    prepared.isNew(client);
    traceStatements(client);
  });
  // A connection that ends is not taken again: the next query makes a new one, which has prepared nothing.
  pool.on('release', (_error, client) => {
    if (prepared.hasTooMany(client) || demoted.has(client)) void client.end().catch(() => undefined);
  });
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
 * `work` must do nothing but database work, through `tx` alone: it may run more than once, and no second connection is given.
 */
export async function withTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => holdingConnection(() => work(tx)));
    } catch (error) {
      const state = sqlState(error);
      if (attempt >= 2 || (state !== '40001' && state !== '40P01')) throw error;
    }
  }
}

/** Runs `work` once in a transaction of its own on a plain connection. */
export async function clientTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await holdingConnection(() => work(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
