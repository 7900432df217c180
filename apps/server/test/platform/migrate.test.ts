import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { isMigrated, migrate } from '../../src/db/migrate.ts';
import { cloneDatabase, dropDatabase } from '../support/databases.ts';
import { tempDir } from '../support/temp.ts';

const log = pino({ level: 'silent' });
const server = inject('databaseServer');
let name: string;
let url: string;
let dir: string;
beforeEach(async () => {
  name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  url = await cloneDatabase(server, 'template0', name);
  dir = tempDir();
  writeFileSync(join(dir, '0001_first.sql'), 'create table first (id int); insert into first values (1);');
  writeFileSync(join(dir, '0002_second.sql'), 'create table second (id int);');
});
afterEach(async () => {
  await dropDatabase(server, name);
  rmSync(dir, { recursive: true });
});

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely' order by 1",
  );
  await client.end();
  return rows.map((row) => row.name);
}

test('every migration runs once, in order', async () => {
  expect(await migrate({ url, log, dir })).toEqual(['0001_first', '0002_second']);
  expect(await migrate({ url, log, dir })).toEqual([]);
  expect(await tables()).toEqual(['first', 'second']);
});

test('processes starting together take turns', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate({ url, log, dir })));
  expect(applied.flat().toSorted()).toEqual(['0001_first', '0002_second']);
});

test('a migration that fails is named and leaves nothing behind', async () => {
  writeFileSync(join(dir, '0003_third.sql'), 'create table third (id int); select nonsense;');
  await expect(migrate({ url, log, dir })).rejects.toThrow('migration 0003_third failed');
  expect(await tables()).toEqual([]);
});

test('a database ahead of this release is refused, one behind it is not ready', async () => {
  const pool = new pg.Pool({ connectionString: url });
  await migrate({ url, log, dir });
  expect(await isMigrated(pool, dir)).toBe(true);
  const older = tempDir();
  cpSync(join(dir, '0001_first.sql'), join(older, '0001_first.sql'));
  await expect(migrate({ url, log, dir: older })).rejects.toThrow('0002_second');
  writeFileSync(join(dir, '0003_third.sql'), 'create table third (id int)');
  expect(await isMigrated(pool, dir)).toBe(false);
  await pool.end();
  rmSync(older, { recursive: true });
});

test('the product’s own migrations apply to an empty database', async () => {
  expect((await migrate({ url, log })).length).toBeGreaterThan(0);
  expect(await migrate({ url, log })).toEqual([]);
});
