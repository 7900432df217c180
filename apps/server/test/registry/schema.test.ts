import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities, labelOf, plain, shownAs } from '@wheelhouse/entities/registry';
import { ddlOf, foldedFields } from '../../src/entity/ddl.ts';
import { columnsOf, snake } from '../../src/entity/storage.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const all = Object.values(entities).map(plain);
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => app.stop());

const describeColumns = `select column_name as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull"
  from information_schema.columns c join pg_attribute a on a.attrelid = ($1 || '.' || $2)::regclass and a.attname = c.column_name
  where c.table_schema = $1 and c.table_name = $2 order by 1`;
const describeIndexes = `select replace(indexdef, $1 || '.', '') as def from pg_indexes where schemaname = $1 and tablename = $2 order by 1`;
const describeChecks = `select conname as name, pg_get_constraintdef(oid) as def from pg_constraint where conrelid = ($1 || '.' || $2)::regclass and contype in ('c', 'f') order by 1`;

const describeTriggers = `select tgname as name, replace(pg_get_triggerdef(oid), $1 || '.', '') as def from pg_trigger
  where tgrelid = ($1 || '.' || $2)::regclass and not tgisinternal order by 1`;
const describeStatistics = `select stxname as name, pg_get_statisticsobjdef_expressions(oid) as def from pg_statistic_ext where stxrelid = ($1 || '.' || $2)::regclass order by 1`;

describe('a fresh schema equals the migrated one', () => {
  test('tables made from the definitions have the columns, constraints, triggers, indexes and statistics that the migrations made', async () => {
    const client = await app.app.pool.connect();
    try {
      await client.query('begin');
      await client.query('create schema fresh');
      await client.query('set local search_path to fresh, public');
      const ddls = all.map(ddlOf).filter((ddl) => ddl !== undefined);
      for (const ddl of ddls) await client.query(ddl.table);
      await client.query('create table fresh.sys_area (like public.sys_area including all)');
      for (const ddl of ddls) for (const statement of ddl.after) await client.query(statement);
      for (const entity of all.filter((e) => !e.external)) {
        const [freshColumns, oldColumns] = [
          await client.query(describeColumns, ['fresh', entity.table]),
          await client.query(describeColumns, ['public', entity.table]),
        ];
        // A migration may add columns that no form knows, never lack or change one.
        expect(oldColumns.rows, entity.table).toEqual(expect.arrayContaining(freshColumns.rows));
        const [freshIndexes, oldIndexes] = [
          await client.query(describeIndexes, ['fresh', entity.table]),
          await client.query(describeIndexes, ['public', entity.table]),
        ];
        expect(oldIndexes.rows, entity.table).toEqual(expect.arrayContaining(freshIndexes.rows));
        const [freshTriggers, oldTriggers] = [
          await client.query(describeTriggers, ['fresh', entity.table]),
          await client.query(describeTriggers, ['public', entity.table]),
        ];
        expect(oldTriggers.rows, entity.table).toEqual(expect.arrayContaining(freshTriggers.rows));
        const [freshStatistics, oldStatistics] = [
          await client.query(describeStatistics, ['fresh', entity.table]),
          await client.query(describeStatistics, ['public', entity.table]),
        ];
        expect(oldStatistics.rows, entity.table).toEqual(expect.arrayContaining(freshStatistics.rows));
        const [freshChecks, oldChecks] = [
          await client.query<{ name: string; def: string }>(describeChecks, ['fresh', entity.table]),
          await client.query<{ name: string; def: string }>(describeChecks, ['public', entity.table]),
        ];
        const plainDef = (rows: { name: string; def: string }[]) =>
          rows.map((row) => ({ name: row.name, def: row.def.replaceAll(/(fresh|public)\./g, '') }));
        expect(plainDef(oldChecks.rows), entity.table).toEqual(expect.arrayContaining(plainDef(freshChecks.rows)));
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('tables with a hand-written migration have every column their definition names', async () => {
    for (const entity of all.filter((e) => e.external)) {
      const { rows } = await app.app.pool.query<{ name: string }>(describeColumns, ['public', entity.table]);
      const there = new Set(rows.map((row) => row.name));
      const missing = Object.entries(entity.fields)
        .flatMap(([name, field]) => columnsOf(name, field))
        .filter((column) => !there.has(column.name));
      expect(missing, entity.table).toEqual([]);
    }
  });

  test('texts that are looked for whole have an index of how they are compared', async () => {
    const looked = all.flatMap((entity) => foldedFields(entity).map((name) => [entity.table, snake(name)] as const));
    const { rows: views } = await app.app.pool.query<{ name: string }>('select viewname as name from pg_views');
    const isView = new Set(views.map(({ name }) => name));
    const { rows } = await app.app.pool.query<{ place: string }>(
      `select tablename || substring(indexdef from 'lower\\((\\w+)\\)') as place from pg_indexes where indexname like 'eq\\_%'`,
    );
    const there = new Set(rows.map(({ place }) => place));
    expect(looked.length).toBeGreaterThan(10);
    expect(looked.filter(([table, column]) => !isView.has(table) && !there.has(table + column))).toEqual([]);
  });
});

describe.each(all)('$name definition', (entity) => {
  test('every field has a label in both languages and a way to be shown', () => {
    for (const name of [
      ...Object.keys(entity.fields),
      ...entity.list.columns,
      ...Object.keys(entity.list.filters).filter((n) => n !== 'keyword'),
    ]) {
      const label = labelOf(entity, name);
      expect(label.zh, name).toMatch(/[\u4e00-\u9fff]|^[A-Z]/);
      expect(label.en, name).not.toMatch(/[\u4e00-\u9fff]/);
      expect(shownAs(entity, name).kind).toBeTruthy();
    }
  });
});
