import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/universal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { addSample } from '../registry/samples.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import {
  batteryHeading,
  batteryRow,
  batterySnOf,
  makeFleet,
  vehicleColumns,
  vehicleHeading,
  vehicleRow,
  vinOf,
  type Fleet,
} from './fleet.ts';
import { fetchFile, readBytes, sendFile, workbookOf } from './workbook.ts';

let app: TestApp;
let admin: string;
let fleet: Fleet;
const vehicleBase = '/veh/crm/vehicle';

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.login('admin', adminPassword);
  fleet = await makeFleet(app);
  await sendFile(
    app,
    '/veh/crm/battery',
    await workbookOf(
      batteryHeading,
      [1, 2, 3].map((n) => batteryRow(n, { remark: n === 1 ? '=HYPERLINK("http://x")' : null })),
    ),
    admin,
  );
  const rows = [1, 2, 3, 4, 5].map((n) =>
    vehicleRow(fleet, n, n === 1 ? { batteryIds: `${batterySnOf(1)},${batterySnOf(2)}` } : {}),
  );
  const { data } = await sendFile(app, vehicleBase, await workbookOf(vehicleHeading, rows), admin);
  if (data.success !== 5) throw new Error(JSON.stringify(data));
});
afterAll(async () => app.stop());

interface Exported {
  fileName: string;
  rows: number;
  masked: boolean;
  errors: { field: string; message: string }[];
}
const ask = (base: string, body: object, as = 'admin', lang: 'zh' | 'en' = 'zh') =>
  app.call<Exported>('POST', `${base}/export`, body, { as, lang });

async function exported(base: string, body: object, token = admin, lang: 'zh' | 'en' = 'zh') {
  const answer = await ask(base, body, token, lang);
  expect(answer.code, `${answer.message} ${JSON.stringify(answer.data)}`).toBe(0);
  const bytes = await fetchFile(app, answer.data.fileName, token);
  const { rows } = await readBytes(bytes);
  return { ...answer.data, bytes, heading: rows[0]?.cells ?? [], rows: rows.slice(1).map((row) => row.cells) };
}

test('an export imported again gives the same fleet', async () => {
  const list = async () =>
    (await app.call<{ list: { id: string }[] }>('POST', `${vehicleBase}/list`, {}, { as: 'admin' })).data.list.map(
      (row) => row.id,
    );
  const details = async (ids: readonly string[]) => {
    const rows: Row[] = [];
    for (const id of ids)
      rows.push((await app.call<Row>('POST', `${vehicleBase}/detail`, { id }, { as: 'admin' })).data);
    return rows
      .map((row) =>
        Object.fromEntries([...vehicleColumns, 'frameNo', 'iccid', 'salePrice'].map((name) => [name, row[name]])),
      )
      .sort((a, b) => String(a['vin']).localeCompare(String(b['vin'])));
  };
  const ids = await list();
  const before = await details(ids);
  const file = await exported(vehicleBase, { columns: vehicleColumns });
  expect(file).toMatchObject({ heading: vehicleHeading, masked: true });
  expect(file.rows).toHaveLength(5);
  await app.app.pool.query('update veh_battery set vehicle_id = null, slot = null, status = 0');
  await app.app.pool.query('update veh_battery_binding set unbind_time = now()');
  await app.app.pool.query('update veh_vehicle set deleted = true');
  const { data } = await sendFile(app, vehicleBase, file.bytes, admin);
  expect(data).toMatchObject({ total: 5, success: 5, errors: [] });
  expect(await details(await list())).toEqual(before);
});

test('the list’s own columns, narrowed by its conditions and in its order, in the caller’s language', async () => {
  const entity = entityNamed('vehicle');
  const all = await exported(vehicleBase, { orderBy: 'createTime asc' }, admin, 'en');
  expect(all.heading).toEqual(entity.list.columns.map((name) => labelOf(entity, name).en));
  const cell = (row: number, name: string) => all.rows[row]?.[entity.list.columns.indexOf(name)];
  expect(cell(0, 'color')).toBe('Black');
  expect(cell(0, 'vehicleTypeId')).toBe(fleet.type.name);
  expect(cell(0, 'createTime')).toBeInstanceOf(Date);
  const one = await exported(vehicleBase, { query: { vin: vinOf(3) }, columns: ['vin', 'productionDate'] });
  expect(one.rows).toEqual([[vinOf(3), new Date(Date.UTC(2025, 2, 4))]]);
  const none = await exported(vehicleBase, { query: { vin: 'NOSUCH' } });
  expect(none.rows).toEqual([]);
});

test('names of dictionary entries are those of now; text that looks like a formula is text', async () => {
  await app.app.pool.query(
    `update sys_item_code set name = '厂商甲（新）' where category = 'BatteryMaker' and code = '1'`,
  );
  const { rows } = await exported('/veh/crm/battery', {
    columns: ['batterySn', 'manufacturer', 'ratedVoltageV', 'remark'],
    query: { batterySn: batterySnOf(1) },
  });
  expect(rows).toEqual([[batterySnOf(1), '厂商甲（新）', 48, '=HYPERLINK("http://x")']]);
});

test('what cannot be asked is refused by name', async () => {
  const said = async (base: string, body: object, as = 'admin') => {
    const { code, data } = await ask(base, body, as);
    return [code, ...(data?.errors ?? []).map((error) => `${error.field} ${error.message}`)].join(' ');
  };
  expect(await said(vehicleBase, { columns: ['vin', 'nope', '__proto__'] })).toMatch(
    /^1001 columns nope.* columns __proto__/,
  );
  expect(await said(vehicleBase, { columns: 'vin' })).toMatch(/^1001 columns/);
  expect(await said(vehicleBase, { columns: [{ a: 1 }] })).toMatch(/^1001 columns/);
  expect(await said(vehicleBase, { query: { nope: 1 } })).toMatch(/^1001 nope/);
  expect(await said(vehicleBase, { orderBy: 'remark desc' })).toMatch(/^1001 orderBy/);
  expect(await said(vehicleBase, { reason: 'abc' })).toMatch(/^1001 reason/);
  expect(await said(vehicleBase, { reason: 'x'.repeat(201) })).toMatch(/^1001 reason/);
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('exporter', '导出', 1, 0, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'exporter', code from sys_function where code in ('dealerManage', 'dealerManage.query', 'dealerManage.export')`,
  );
  const { token } = await signInAs(app, { roles: ['exporter'] });
  expect(await said('/data/crm/dealer', { columns: ['name', 'licenseImage'] }, token)).toMatch(
    /^1001 columns licenseImage/,
  );
  expect(await said(vehicleBase, {}, token)).toBe('1003');
});

test('personal data are masked; in full only with right and reason, then watermarked and logged', async () => {
  const base = '/data/crm/dealer';
  const columns = ['name', 'contactName', 'contactMobile'];
  const logged = async () =>
    (
      await app.app.pool.query<Row>(
        `select entity, entity_id, field, reason, username from sys_sensitive_access_log where entity = 'dealer' order by id`,
      )
    ).rows;
  const masked = await exported(base, { columns });
  expect(masked.masked).toBe(true);
  expect(JSON.stringify(masked.rows)).toMatch(/\*\*\*\*/);
  expect(JSON.stringify(masked.rows)).not.toMatch(/1[3-9]\d{9}/);
  const { token } = await signInAs(app, { roles: ['exporter'] });
  expect((await exported(base, { columns, reason: '核对联系方式' }, token)).masked).toBe(true);
  expect(await logged()).toEqual([]);

  const full = await exported(base, { columns, reason: ' 核对联系方式 ' });
  expect(full.masked).toBe(false);
  expect(String(full.rows[0]?.[2])).toMatch(/^1[3-9]\d{9}$/);
  expect(String(full.rows.at(-1)?.[0])).toMatch(/admin.*20\d\d-/);
  expect(await logged()).toEqual(
    ['contactName', 'contactMobile'].map((field) => ({
      entity: 'dealer',
      entity_id: '*',
      field,
      reason: '核对联系方式',
      username: 'admin',
    })),
  );
  const { rows } = await app.app.pool.query<{ after: Row }>(
    `select after from sys_operation_log where action = 'export' and entity = 'dealer' and result_code = 0 order by id`,
  );
  expect(rows).toHaveLength(3);
  expect(rows.at(-1)?.after).toMatchObject({
    columns,
    masked: false,
    rows: full.rows.length - 1,
    '@reason': '核对联系方式',
  });
});

test('what was searched by is not logged when it is personal', async () => {
  const { code } = await ask('/user/crm/appUser', { query: { mobile: '13812345678' }, reason: '核对联系方式' });
  expect(code).toBe(0);
  const { rows } = await app.app.pool.query(`select after::text as v from sys_operation_log where entity = 'appUser'`);
  expect(rows[0].v).toContain('138****5678');
  expect(rows[0].v).not.toContain('13812345678');
});

test('nor when it is typed as the keyword, also by who may not search by it', async () => {
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('finder', '查找', 1, 0, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'finder', code from sys_function where code in ('appuserManager', 'appuserManager.query', 'appuserManager.export', 'privacy.export', 'unbindManage', 'unbindManage.query', 'unbindManage.export')`,
  );
  const finder = (await signInAs(app, { roles: ['finder'] })).token;
  for (const base of ['/user/crm/appUser', '/veh/crm/unbindApplication'])
    for (const token of [admin, finder])
      for (const keyword of ['13912345678', ' 139 1234 5678']) {
        const { bytes } = await exported(base, { query: { keyword }, reason: '核对联系方式' }, token);
        const about = JSON.stringify(await readSheet(new Uint8Array(bytes).buffer, 2));
        expect(about).toContain('139****5678');
        expect(about.replace(/\s/g, '')).not.toContain('13912345678');
      }
  const { rows } = await app.app.pool.query<{ v: string }>(
    `select after::text as v from sys_operation_log where after::text like '%139****5678%'`,
  );
  expect(rows).toHaveLength(8);
  const { rows: raw } = await app.app.pool.query(
    `select 1 from sys_operation_log where replace(after::text, ' ', '') like '%13912345678%'`,
  );
  expect(raw).toEqual([]);
});

test.each(['/user/crm/appUser', '/user/crm/userTag'])(
  'people are exported from %s with the right and a reason alone',
  async (base) => {
    const functions = [
      'appuserManager.query',
      'appuserManager.export',
      'userTagsManage.query',
      'userTagsManage.export',
    ];
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('lists', '名单', 1, 0, 0, 1) on conflict do nothing`,
    );
    await app.app.pool.query(
      `insert into sys_role_function (role_code, function_code) select 'lists', code from sys_function where code = any($1) on conflict do nothing`,
      [functions],
    );
    const { token } = await signInAs(app, { roles: ['lists'] });
    const body = {
      query: {},
      columns: ['nickname'],
      ...(base.endsWith('Tag') && { tagId: await addSample(app, entityNamed('userTag')) }),
    };
    expect((await ask(base, { ...body, reason: '核对联系方式' }, token)).code).toBe(1003);
    expect(await ask(base, body)).toMatchObject({ code: 1001, data: { errors: [{ field: 'reason' }] } });
    expect((await ask(base, { ...body, reason: '核对联系方式' })).code).toBe(0);
  },
);

test('a scope narrows an export as it narrows the list', async () => {
  const other = await makeFleet(app);
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('dealer_export', '经销商导出', 4, 1, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'dealer_export', code from sys_function where code in ('dealerManage', 'dealerManage.query', 'dealerManage.export')`,
  );
  const { token } = await signInAs(app, { roles: ['dealer_export'], dealerId: other.dealer.id });
  const { rows } = await exported('/data/crm/dealer', { columns: ['name'] }, token);
  expect(rows).toEqual([[other.dealer.name]]);
});

test('over the limit nothing is made; below it other requests are answered meanwhile', async () => {
  await app.app.pool.query(
    `insert into veh_battery (battery_sn, battery_type, model, manufacturer, rated_voltage_v, rated_capacity_ah, cell_chemistry, series_count, production_date, warranty_months, status)
     select 'BULK' || lpad(n::text, 14, '0'), 4, 'M', '1', 48, 20, 'LFP', 13, '2025-01-01', 24, 0 from generate_series(1, 50000) n`,
  );
  const over = await ask('/veh/crm/battery', {});
  expect({ code: over.code, message: over.message }).toEqual({ code: 1007, message: '导出超过50000条，请缩小范围' });
  await app.app.pool.query(`update veh_battery set deleted = true where battery_sn not like 'BULK%'`);
  let done = false;
  const started = performance.now();
  const making = ask('/veh/crm/battery', {}).finally(() => {
    done = true;
  });
  const waits: number[] = [];
  while (!done) {
    const from = performance.now();
    expect((await app.call('POST', '/veh/crm/battery/list', { pageSize: 1 }, { as: 'admin' })).code).toBe(0);
    waits.push(performance.now() - from);
  }
  const { data } = await making;
  console.log(
    `50,000 rows in ${Math.round(performance.now() - started)} ms; ${waits.length} other requests, slowest ${Math.round(Math.max(...waits))} ms`,
  );
  expect(data.rows).toBe(50_000);
  expect(waits.length).toBeGreaterThan(5);
  expect((await fetchFile(app, data.fileName, admin)).length).toBeGreaterThan(1_000_000);
}, 60_000);

test('no temporary file stays behind', async () => {
  expect(await readdir(join(app.app.config.dataDir, 'tmp')).catch(() => [])).toEqual([]);
});
