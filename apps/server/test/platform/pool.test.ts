import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createPool, poolBeside } from '../../src/db/pool.ts';
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
