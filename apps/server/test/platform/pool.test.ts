import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/log.ts';

test('a connection that breaks inside a transaction fails its next statement, not the process', async () => {
  const pool = createPool({ url: inject('databaseServer'), max: 2, log: createLog('silent') });
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
