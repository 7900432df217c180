import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { SecondConnectionError } from '../../src/db/holding.ts';
import { clientTransaction, createDb, createPool, poolBeside, type Tx, withTransaction } from '../../src/db/pool.ts';
import { prepare } from '../../src/db/prepared.ts';
import { run } from '../../src/entity/run.ts';
import { createLog } from '../../src/log.ts';

const log = createLog('silent');
const made = (): pg.Pool => createPool({ url: inject('databaseServer'), max: 2, log });

test.each([
  ['the calls', made],
  ['the gateway', () => poolBeside(made(), 2, log)],
])('a connection of %s that breaks inside a transaction fails its next statement, not the process', async (_, make) => {
  const pool = make();
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = new pg.Client({ connectionString: inject('databaseServer') });
  await other.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow(/connection/i);
  client.release(true);
  await other.end();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('code inside a transaction is given no second connection, however it asks; work after it is', async () => {
  const pool = made();
  const db = createDb(pool);
  const asks: ((tx: Tx) => Promise<unknown>)[] = [
    () => pool.query('select 1'),
    () => pool.connect(),
    () => sql`select 1`.execute(db),
    () => withTransaction(db, (tx) => sql`select 1`.execute(tx)),
    () => clientTransaction(pool, (client) => client.query('select 1')),
    () => poolBeside(pool, 1, log).query('select 1'),
  ];
  for (const ask of asks) {
    await expect(withTransaction(db, ask)).rejects.toThrow(SecondConnectionError);
    await expect(clientTransaction(pool, () => ask(undefined as never))).rejects.toThrow(SecondConnectionError);
  }
  let later: Promise<unknown> = Promise.resolve();
  const ended = Promise.withResolvers<void>();
  await withTransaction(db, async (tx) => {
    later = ended.promise.then(() => pool.query('select 1'));
    await sql`select 1`.execute(tx);
  });
  ended.resolve();
  await expect(later).resolves.toBeDefined();
  await db.destroy();
});

test('in the mode that only logs, the connection is given and each place is logged once', async () => {
  const lines: string[] = [];
  const pool = createPool({
    url: inject('databaseServer'),
    max: 2,
    lenient: true,
    log: createLog('error', { write: (line) => void lines.push(line) }),
  });
  const db = createDb(pool);
  for (let i = 0; i < 3; i++) await withTransaction(db, () => pool.query('select 1'));
  expect(lines.filter((line) => line.includes('second connection'))).toHaveLength(1);
  await db.destroy();
});

test('the statements used last have names, however many there were before; a connection does not keep them all', async () => {
  const pool = createPool({ url: inject('databaseServer'), max: 1, log });
  const statement = (n: number) => `select ${n} as one`;
  const often = prepare(statement(-1));
  let most = 0;
  for (let n = 0; n < 1500; n++) {
    await run(pool, sql.raw(statement(n)));
    expect(prepare(statement(-1))).toBe(often);
    if (n % 100 !== 99) continue;
    // What was asked last is prepared, and runs again by its name.
    expect(await run(pool, sql.raw(statement(n)))).toEqual([{ one: n }]);
    const { rows } = await pool.query<{ n: number; last: number }>(
      `select count(*)::int as n, (count(*) filter (where statement = $1))::int as last from pg_prepared_statements where name like 'wh\\_%'`,
      [statement(n)],
    );
    expect(rows[0]?.last).toBe(1);
    most = Math.max(most, rows[0]?.n ?? 0);
  }
  expect(most).toBeLessThan(1200);
  expect(prepare(statement(0))).not.toBe(prepare(statement(1499)));
  await pool.end();
});
