import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { isMigrated, migrate, migrationsDir } from '../../src/db/migrate.ts';
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

test('a migration that arrives late is applied, though a later one is there already', async () => {
  await migrate({ url, log, dir });
  writeFileSync(join(dir, '0001_other.sql'), 'create table other (id int);');
  expect(await migrate({ url, log, dir })).toEqual(['0001_other']);
  expect(await tables()).toEqual(['first', 'other', 'second']);
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

test('during an upgrade a release starts on tables of the next one, as far as those say that it can', async () => {
  const older = tempDir();
  for (const name of ['0001_first', '0002_second']) cpSync(join(dir, `${name}.sql`), join(older, `${name}.sql`));
  writeFileSync(join(dir, '0003_third.sql'), '-- needs 0002_second\ncreate table third (id int);');
  await Promise.all([migrate({ url, log, dir: older }), migrate({ url, log, dir })]);
  expect(await migrate({ url, log, dir: older })).toEqual([]);
  writeFileSync(join(dir, '0004_fourth.sql'), '-- needs 0003_third\ndrop table second;');
  expect(await migrate({ url, log, dir })).toEqual(['0004_fourth']);
  await expect(migrate({ url, log, dir: older })).rejects.toThrow(
    'it has the migration 0004_fourth, and needs a release that has 0003_third',
  );
  expect(await migrate({ url, log, dir })).toEqual([]);
  rmSync(older, { recursive: true });
});

describe('a table that is in use', () => {
  let client: pg.Client;
  beforeEach(async () => {
    await migrate({ url, log, dir });
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterEach(() => client.end());
  /** Whether an index is there, and whole. */
  const isValid = async (index: string): Promise<boolean | undefined> => {
    const found = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    return found.rows[0]?.valid;
  };
  const concurrently = (sql: string): void =>
    writeFileSync(join(dir, '0003_third.sql'), `-- needs 0002_second\n-- concurrently\n${sql}`);

  test('takes rows while an index of it is built, by one of several processes', async () => {
    concurrently(
      '-- Looked for by it.\ncreate index concurrently ix_first on first (id);\ncreate unique index concurrently uq_second on second (id);',
    );
    writeFileSync(join(dir, '0004_fourth.sql'), '-- needs 0002_second\ncreate table fourth (id int);');
    await client.query('begin');
    await client.query('insert into first values (2)');
    const done = Promise.all([migrate({ url, log, dir }), migrate({ url, log, dir })]);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // It is begun, and waits for the transaction that began before it.
    await expect.poll(() => isValid('ix_first')).toBe(false);
    await other.query('insert into first values (3)');
    await other.end();
    await client.query('commit');
    expect((await done).flat()).toEqual(['0003_third', '0004_fourth']);
    expect([await isValid('ix_first'), await isValid('uq_second')]).toEqual([true, true]);
    expect(await migrate({ url, log, dir })).toEqual([]);
  });

  test('has an index that was only begun built anew', async () => {
    await client.query('insert into first values (1)');
    const failing = client.query('create unique index concurrently uq_first on first (id)');
    await expect(failing).rejects.toThrow('could not create unique index');
    expect(await isValid('uq_first')).toBe(false);
    concurrently('create unique index concurrently uq_first on first (id);');
    await expect(migrate({ url, log, dir })).rejects.toThrow('migration 0003_third failed');
    await client.query('truncate first');
    expect(await migrate({ url, log, dir })).toEqual(['0003_third']);
    expect(await isValid('uq_first')).toBe(true);
  });

  test('lets others pass while a migration waits for it', async () => {
    writeFileSync(join(dir, '0003_third.sql'), '-- needs 0002_second\nalter table first add column more int;');
    await client.query('begin');
    await client.query('select * from first');
    const warned: unknown[] = [];
    const noted = pino({ level: 'warn' }, { write: (line: string) => warned.push(JSON.parse(line)) });
    const done = migrate({ url, log: noted, dir });
    await expect.poll(() => warned).toMatchObject([{ migration: '0003_third' }]);
    await client.query('commit');
    expect(await done).toEqual(['0003_third']);
  });

  test('has nothing else done to it concurrently', async () => {
    concurrently('create index concurrently ix_first on first (id);\nupdate first set id = 2;');
    await expect(migrate({ url, log, dir })).rejects.toThrow('not to be done concurrently: update first set id = 2');
  });
});

test('an index of a table that has rows is built concurrently', () => {
  const wrong = readdirSync(migrationsDir)
    .filter((file) => file > '0167_folded_texts.sql')
    .flatMap((file) => {
      const text = readFileSync(join(migrationsDir, file), 'utf8');
      const indexes = [...text.matchAll(/^create (?:unique )?index \w+ on (\w+)/gm)];
      const own = new Set([...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table));
      return indexes.filter(([, table]) => !own.has(table)).map(([found]) => `${file}: ${found}`);
    });
  expect(wrong).toEqual([]);
});

test('every migration says what it needs, since they can', () => {
  const names = readdirSync(migrationsDir)
    .toSorted()
    .map((file) => file.slice(0, -4));
  const later = names.slice(names.indexOf('0077_distribution_keys') + 1);
  const wrong = later.filter((name) => {
    const needs = /^-- needs (\w+)\n/.exec(readFileSync(join(migrationsDir, `${name}.sql`), 'utf8'))?.[1] ?? '';
    return !names.includes(needs) || needs >= name;
  });
  expect(wrong).toEqual([]);
});

/** Applies the product's own migrations before one. */
async function migrateBefore(name: string): Promise<void> {
  const own = tempDir();
  const files = readdirSync(migrationsDir).toSorted();
  const at = files.findIndex((file) => file.endsWith(name));
  expect(at).toBeGreaterThan(0);
  for (const file of files.slice(0, at)) cpSync(join(migrationsDir, file), join(own, file));
  await migrate({ url, log, dir: own });
  rmSync(own, { recursive: true });
}

test('the product’s own migrations apply to an empty database', async () => {
  expect((await migrate({ url, log })).length).toBeGreaterThan(0);
  expect(await migrate({ url, log })).toEqual([]);
});

test('messages that were sent before their numbers are stored are counted', async () => {
  await migrateBefore('_messages_at_size.sql');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Every third was opened; what goes to one is not counted.
  await client.query(`
    with boxes as (
      insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, ref_type, ref_id)
      select n, 'system', '', '', '', '', 'systemMessage', '7' from generate_series(1, 30) n returning id, user_id)
    insert into msg_push_record (inbox_id, ref_type, ref_id, channel, priority, status)
    select id, 'systemMessage', '7', c, (user_id <= 24)::int, case when user_id % 3 = 0 then 3 else 2 end from boxes, unnest('{1,2}'::int[]) c`);
  await migrate({ url, log });
  const numbers = async () =>
    (
      await client.query<{ channel: number; status: number; n: number }>(
        `select channel, status, sum(n)::int as n from msg_push_count where ref_type = 'systemMessage' and ref_id = '7' group by 1, 2 order by 1, 2`,
      )
    ).rows;
  // Records know their recipient as well.
  const { rowCount } = await client.query(
    'select 1 from msg_push_record r join msg_inbox i on (i.id, i.user_id) = (r.inbox_id, r.user_id)',
  );
  expect(rowCount).toBe(60);
  expect(await numbers()).toEqual([
    { channel: 1, status: 2, n: 16 },
    { channel: 1, status: 3, n: 8 },
    { channel: 2, status: 2, n: 16 },
    { channel: 2, status: 3, n: 8 },
  ]);
  await client.query('update msg_push_record set status = 3 where channel = 1');
  expect((await numbers()).slice(0, 2)).toEqual([
    { channel: 1, status: 2, n: 0 },
    { channel: 1, status: 3, n: 24 },
  ]);
  await client.end();
});

test('contracts of dealers from before they are kept are read from the log, backwards', async () => {
  await migrateBefore('_dealer_contracts.sql');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into sys_area (id, name, level_type, jian_pin, lng, lat) values ('310000', '上海市', 1, 'shs', 121, 31)`);
  const { rows } = await client.query<{ id: string }>(`
    insert into dlr_dealer (name, dealer_type, level, organization_code, uscc, contact_name_enc, contact_name_hash, contact_name_mask,
      contact_mobile_enc, contact_mobile_hash, contact_mobile_mask, service_phone, province_id, city_id, district_id, address, lng, lat,
      business_hours, service_items, contract_start, contract_end, show_in_app, sort, status, create_time)
    values ('旧合同专营店', 3, 'A', 'HQ', '91310115MA1K4BRY2L', 'a', 'a', 'a', 'b', 'b', 'b', '400-000-0000', '310000', '310000', '310000',
      '世纪大道100号', 121, 31, '[]', '{2}', '2026-01-01', '2027-12-31', 1, 0, 1, '2024-01-05 02:00:00+00') returning id::text as id`);
  const dealerId = rows[0]?.id;
  // An edit of the end, one of something else, one that was refused, and a new contract.
  await client.query(
    `insert into sys_operation_log (user_id, action, entity, entity_id, before, after, result_code, time) values
      (1, 'update', 'dealer', $1, '{"contractEnd": "2024-12-31"}', '{"contractEnd": "2025-12-31"}', 0, '2024-12-01 02:00:00+00'),
      (1, 'update', 'dealer', $1, '{"remark": "a"}', '{"remark": "b"}', 0, '2025-01-01 02:00:00+00'),
      (1, 'reopen', 'dealer', $1, null, '{"contractEnd": "2030-12-31"}', 1001, '2025-06-01 02:00:00+00'),
      (1, 'reopen', 'dealer', $1, '{"contractStart": "2024-01-01", "contractEnd": "2025-12-31"}',
        '{"contractStart": "2026-01-01", "contractEnd": "2027-12-31"}', 0, '2025-12-20 02:00:00+00')`,
    [dealerId],
  );
  await migrate({ url, log });
  const kept = async () =>
    (
      await client.query<{ starts: string; ends: string }>(
        'select contract_start::text as starts, contract_end::text as ends from dlr_contract where dealer_id = $1 order by time, id',
        [dealerId],
      )
    ).rows.map(({ starts, ends }) => `${starts} ${ends}`);
  const before = ['2024-01-01 2024-12-31', '2024-01-01 2025-12-31', '2026-01-01 2027-12-31'];
  expect(await kept()).toEqual(before);
  await client.query("update dlr_dealer set contract_end = '2028-12-31', remark = 'c' where id = $1", [dealerId]);
  await client.query("update dlr_dealer set contract_end = '2028-12-31', remark = 'd' where id = $1", [dealerId]);
  expect(await kept()).toEqual([...before, '2026-01-01 2028-12-31']);
  await client.end();
});

test('what erased accounts left behind goes, email addresses are masked as such, and long running numbers begin again', async () => {
  await migrateBefore('_erased_accounts.sql');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
  // The vehicle needs no model. The first user is erased.
  await client.query(`
    alter table veh_vehicle drop constraint fk_veh_vehicle_vehicle_type_id, disable trigger alive_vehicle_type_id;
    insert into usr_app_user (id, nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status)
      select n, '', '\\x00', sha256(n::text::bytea), '', 0, now(), case n when 1 then 4 else 1 end from generate_series(1, 2) n;
    insert into veh_vehicle (id, vin, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status)
      values (1, 'LZXTESTA0SA000001', 1, 'BLK', '860000000000001', 'ZK1', '2025-01-01', 0, 0, 0);
    insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version)
      select 1, n, 2, 1, now(), 1, 1 from generate_series(1, 2) n;
    insert into cs_feedback (feedback_no, user_id, category_code, content, with_log, client_os, app_version, status, priority, reopened,
      contact_enc, contact_hash, contact_mask)
    select 'FB20250101' || lpad(n::text, 6, '0'), case n when 1 then 1 else 2 end, 'P05', '', 0, 1, '5.2.0', 0, 2, 0, '\\x00', '\\x00', mask
    from unnest('{138****0001,138****0001,ali****.com,ab@****.com,a@b****.com,****}'::text[]) with ordinality as m (mask, n);
    select setval('seq_feedback', 1000123), setval('seq_repair_order', 41)`);
  await migrate({ url, log });
  const masks = (await rows('select contact_mask as mask from cs_feedback order by id')).map(({ mask }) => mask);
  expect(masks).toEqual([null, '138****0001', 'al***', 'a***', '***', '****']);
  expect(await rows('select user_id::int as id from veh_binding where status = 1')).toEqual([{ id: 2 }]);
  const ended = await rows('select user_id::int as id, action, channel from veh_binding_log');
  expect(ended).toEqual([{ id: 1, action: 4, channel: 5 }]);
  const next = "select nextval('seq_feedback')::int as feedback, nextval('seq_repair_order')::int as repair";
  expect(await rows(next)).toEqual([{ feedback: 1, repair: 42 }]);
  await client.query("select setval('seq_feedback', 999999), setval('seq_repair_order', 999998)");
  expect(await rows(next)).toEqual([{ feedback: 1, repair: 999_999 }]);
  const ending = await rows('select sequencename as name from pg_sequences where cycle and max_value = 999999');
  expect(ending).toHaveLength(8);
  await client.end();
});

test('names that were alike but for their case, or beside something empty, get their number', async () => {
  await migrateBefore('_unique_groups.sql');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into sys_saved_view (id, name, page_name, owner_id, shared, is_default) values
      (1, 'North', 'vehicleManage', null, 0, 0), (2, 'NORTH', 'vehicleManage', null, 0, 0), (3, 'North', 'alarmManage', null, 0, 0),
      (4, 'Long name of thirty characters', 'simManage', null, 0, 0), (5, 'long name of thirty characters', 'simManage', null, 0, 0);
    insert into sys_qa (id, question, answer, category, sort, enabled) values (7, 'Why?', 'a', 1, 0, 1), (8, 'why?', 'b', 1, 0, 1), (9, 'why?', 'c', 2, 0, 1)`);
  await migrate({ url, log });
  const names = async (column: string, table: string) =>
    (await client.query<{ name: string }>(`select ${column} as name from ${table} order by id`)).rows.map(
      (row) => row.name,
    );
  expect(await names('name', 'sys_saved_view')).toEqual([
    'North',
    'NORTH #2',
    'North',
    'Long name of thirty characters',
    'long name of thirty charact #5',
  ]);
  expect(await names('question', 'sys_qa')).toEqual(['Why?', 'why? #8', 'why?']);
  await expect(
    client.query(
      `insert into sys_saved_view (id, name, page_name, shared, is_default) values (9, 'north', 'vehicleManage', 0, 0)`,
    ),
  ).rejects.toThrow('uq_sys_saved_view_name_page_name_owner_id');
  await client.end();
});

test('vehicles from before know when they were first activated, and how often', async () => {
  await migrateBefore('_activations.sql');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    alter table veh_vehicle drop constraint fk_veh_vehicle_vehicle_type_id, disable trigger alive_vehicle_type_id;
    insert into veh_vehicle (id, vin, vehicle_type_id, color, imei, ecu_sn, production_date, activation_status, bind_status, operation_status, activation_time)
      select n, 'LZXTESTA0SA00000' || n, 1, 'BLK', '86000000000000' || n, 'ZK' || n, '2025-01-01', (at is not null)::int, 0, 0, at
      from unnest('{2025-02-01 00:00:00+00,2025-03-01 00:00:00+00,null,null}'::timestamptz[]) with ordinality v (at, n);
    insert into sys_operation_log (user_id, action, entity, entity_id, before, result_code, time) values
      (1, 'reset', 'vehicle', '2', '{"activationTime": "2025-01-05 08:00:00"}', 0, '2025-02-20 02:00:00+00'),
      (1, 'reset', 'vehicle', '2', '{"activationTime": "2025-01-20 08:00:00"}', 1001, '2025-02-21 02:00:00+00'),
      (1, 'reset', 'vehicle', '3', '{"activationTime": "2025-01-10 08:00:00"}', 0, '2025-02-20 02:00:00+00')`);
  await migrate({ url, log });
  const { rows } = await client.query<{ first: string | null; n: number }>(
    `select to_char(first_activation_time at time zone 'UTC', 'YYYY-MM-DD') as first, activation_count as n from veh_vehicle order by id`,
  );
  expect(rows).toEqual([
    { first: '2025-02-01', n: 1 },
    { first: '2025-01-05', n: 2 },
    { first: '2025-01-10', n: 1 },
    { first: null, n: 0 },
  ]);
  await client.end();
});
