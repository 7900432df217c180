import { afterAll, beforeAll, expect, test } from 'vitest';
import { distributedTables } from '../../src/entity/distribution.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** What a distributed PostgreSQL (Citus and its like) asks of the tables that it spreads, read from the catalogue of the database. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const tables = distributedTables();

async function read<Row extends object>(statement: string): Promise<Row[]> {
  return (await t.app.pool.query<Row>(statement, [[...tables.keys()]])).rows;
}

test('every table with partitions of time is among them', async () => {
  const partitioned = await t.app.pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1",
  );
  expect(partitioned.rows.map(({ name }) => name).filter((name) => !tables.has(name))).toEqual([]);
});

test('every unique index has the column that places a row', async () => {
  const indexes = await read<{ table: string; name: string; columns: string[] }>(
    `select c.relname as table, i.indexrelid::regclass::text as name,
       array(select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
  );
  expect(indexes.length).toBeGreaterThan(tables.size / 2);
  expect(indexes.filter(({ table, columns }) => !columns.includes(tables.get(table) ?? ''))).toEqual([]);
});

test('the column is there, and has a value in every row', async () => {
  const columns = await read<{ table: string; name: string; filled: boolean }>(
    `select c.relname as table, a.attname as name, a.attnotnull as filled from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0`,
  );
  const found = [...tables].map(([table, by]) => ({
    table,
    filled: columns.find((column) => column.table === table && column.name === by)?.filled,
  }));
  // The version before writes records without it: not null comes with a later one.
  const later = new Set(['msg_push_record']);
  expect(found.filter(({ table, filled }) => filled !== true && !(later.has(table) && filled === false))).toEqual([]);
});

test('foreign keys between them have the column on both sides; to the others they are plain', async () => {
  const keys = await read<{ table: string; to: string; name: string; columns: string[]; targets: string[] }>(
    `select k.conrelid::regclass::text as table, k.confrelid::regclass::text as to, k.conname as name,
       array(select a.attname::text from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n) as columns,
       array(select a.attname::text from unnest(k.confkey) n join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n) as targets
     from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.confrelid in (select oid from pg_class where relname = any($1))`,
  );
  const apart = keys.filter(({ table, to, columns, targets }) => {
    const at = columns.indexOf(tables.get(table) ?? '');
    return at < 0 || targets[at] !== tables.get(to);
  });
  expect(apart).toEqual([]);
});

test('none has triggers, which work on one node only, but for the numbers of sent messages', async () => {
  const triggers = await read<{ table: string; name: string }>(
    `select c.relname as table, g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where not g.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`,
  );
  expect(triggers.map(({ table, name }) => `${table}.${name}`)).toEqual([
    'msg_push_record.counted_insert',
    'msg_push_record.counted_update',
  ]);
});
