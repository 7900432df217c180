import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '@wheelhouse/entities/fields';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import type { Cell } from '../../src/sheet/write.ts';
import {
  batteryColumns,
  batteryHeading,
  batteryRow,
  batterySnOf,
  imeiOf,
  makeFleet,
  vehicleColumns,
  vehicleHeading,
  vehicleRow,
  vinOf,
  type Fleet,
} from './fleet.ts';
import { fetchFile, readBytes, sendFile, workbookOf } from './workbook.ts';

const vehicleBase = '/veh/crm/vehicle';
const batteryBase = '/veh/crm/battery';
let app: TestApp;
let admin: string;
let fleet: Fleet;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.login('admin', adminPassword);
  fleet = await makeFleet(app);
});
afterAll(async () => app.stop());

const one = async <T>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query<Record<string, T>>(text, values)).rows[0]?.['v'] as T;
const count = (table: string) => one<number>(`select count(*)::int as v from ${table} where not deleted`);
const byVin = async (vin: string) =>
  (
    await app.call<{ list: (Row & { id: string })[] }>(
      'POST',
      `${vehicleBase}/list`,
      { query: { vin } },
      { as: 'admin' },
    )
  ).data.list[0];
const vehicleOf = async (vin: string) =>
  (await app.call<Row>('POST', `${vehicleBase}/detail`, { id: (await byVin(vin))?.id }, { as: 'admin' })).data;
const send = (
  base: string,
  heading: readonly string[],
  rows: readonly (readonly Cell[])[],
  token = admin,
  lang: 'zh' | 'en' = 'zh',
) => workbookOf(heading, rows).then((bytes) => sendFile(app, base, bytes, token, lang));

describe('good rows', () => {
  test('are stored with what their names stand for, and logged', async () => {
    await send(batteryBase, batteryHeading, [
      batteryRow(1),
      batteryRow(2, {
        batteryType: '磷酸铁锂',
        manufacturer: 'Maker B',
        cellChemistry: 'lfp',
        productionDate: '2025/3/4',
        ratedVoltageV: '60.5',
      }),
    ]);
    const answer = await send(vehicleBase, vehicleHeading, [
      vehicleRow(fleet, 1, { batteryIds: `${batterySnOf(1)}、${batterySnOf(2).toLowerCase()}` }),
      vehicleRow(fleet, 2, {
        vin: vinOf(2).toLowerCase(),
        vehicleTypeId: fleet.type.name,
        dealerId: fleet.dealer.name,
        color: '曜石黑',
        imei: Number(imeiOf(2)),
        productionDate: 45_720,
      }),
      vehicleRow(fleet, 3, { color: 'black', dealerId: null, productionDate: '2025年3月4日' }),
    ]);
    expect({ code: answer.code, data: answer.data }).toEqual({
      code: 0,
      data: { total: 3, success: 3, failed: 0, errors: [], errorFileName: null, ignoredColumns: [], ignoredSheets: [] },
    });
    const first = await vehicleOf(vinOf(1));
    expect(first).toMatchObject({
      vin: vinOf(1),
      vehicleTypeId: fleet.type.id,
      dealerId: fleet.dealer.id,
      color: 'BLK',
      imei: imeiOf(1),
      productionDate: '2025-03-04',
      activationStatus: 0,
    });
    expect(first['batteryIds']).toHaveLength(2);
    expect(await vehicleOf(vinOf(2))).toMatchObject({
      vehicleTypeId: fleet.type.id,
      dealerId: fleet.dealer.id,
      color: 'BLK',
      imei: imeiOf(2),
      productionDate: '2025-03-04',
    });
    expect(await vehicleOf(vinOf(3))).toMatchObject({ dealerId: null, productionDate: '2025-03-04' });
    const { rows } = await app.app.pool.query(
      `select entity_id, after from sys_operation_log where action = 'import' and entity = 'vehicle' order by id`,
    );
    expect(rows.filter((row) => row.entity_id !== null)).toHaveLength(3);
    expect(rows.at(-1)).toEqual({ entity_id: null, after: { total: 3, success: 3, failed: 0 } });
  });

  test('take headings in either language or by field, in any order, and leave known others aside', async () => {
    const online = labelOf(entityNamed('vehicle'), 'online').zh;
    const heading = ['production date', ' VIN * ', online, 'vehicleTypeId', 'color', 'imei', 'ecuSn'];
    const [vin, type, color, imei, ecuSn] = vehicleRow(fleet, 4);
    const answer = await send(vehicleBase, heading, [
      ['2025-01-02', vin ?? '', '在线', type ?? '', color ?? '', imei ?? '', ecuSn ?? ''],
    ]);
    expect(answer.data).toMatchObject({ total: 1, success: 1, ignoredColumns: [online] });
  });

  test('name regions, several services and people as operators write them', async () => {
    const entity = entityNamed('dealer');
    const columns = [
      'name',
      'dealerType',
      'level',
      'uscc',
      'contactName',
      'contactMobile',
      'servicePhone',
      'provinceId',
      'cityId',
      'districtId',
      'address',
      'lng',
      'lat',
      'serviceItems',
      'contractStart',
      'contractEnd',
    ];
    const codes = (category: string) => dictionaries.find((d) => d.category === category)?.entries ?? [];
    const services = codes('DealerService').slice(0, 2);
    const row: Cell[] = [
      '浦东样例店',
      codes('DealerType')[2]?.zh ?? '',
      codes('DealerLevel')[0]?.code ?? '',
      '91310115MA1K4BRY2L',
      '欧阳小明',
      13_812_345_678,
      '400-000-0000',
      '上海',
      '上海市',
      '浦东新区',
      '世纪大道100号',
      121.5,
      '31.2',
      services.map((entry) => entry.zh).join('、'),
      '2026/1/1',
      '2030/1/1',
    ];
    const { data } = await send('/data/crm/dealer', columns, [row]);
    expect(data).toMatchObject({ success: 1, errors: [] });
    const { data: found } = await app.call<{ list: Row[] }>(
      'POST',
      `${entity.base}/list`,
      { query: { keyword: '浦东样例店' } },
      { as: 'admin' },
    );
    expect(found.list[0]).toMatchObject({
      provinceId: '310000',
      cityId: '310100',
      districtId: '310115',
      contactName: '欧阳**',
      contactMobile: '138****5678',
    });
    expect(found.list[0]?.['dealerCode']).toMatch(/^D\d{6}$/);
  });

  test('defaults fill what is empty', async () => {
    const answer = await send(batteryBase, batteryHeading, [batteryRow(9, { warrantyMonths: null })]);
    expect(answer.data.success).toBe(1);
    expect(await one('select warranty_months as v from veh_battery where battery_sn = $1', [batterySnOf(9)])).toBe(24);
  });
});

describe('bad rows', () => {
  test('come back with reasons, the others are stored; corrected they can be sent again', async () => {
    const before = await count('veh_vehicle');
    const rows = [
      vehicleRow(fleet, 10),
      vehicleRow(fleet, 11, { vin: vinOf(10), imei: '123' }),
      vehicleRow(fleet, 12, { vehicleTypeId: '没有的车型', color: '透明', productionDate: '昨天' }),
      vehicleRow(fleet, 13, { imei: imeiOf(1) }),
      vehicleRow(fleet, 14, { color: null, dealerId: 'D999999' }),
      vehicleRow(fleet, 15, { vin: null }),
      vehicleRow(fleet, 16, { imei: 1e17 }),
      vehicleRow(fleet, 17, { color: 'WHT' }),
      vehicleRow(fleet, 18),
    ];
    const { code, data } = await send(vehicleBase, vehicleHeading, rows);
    expect(code).toBe(0);
    const said = (row: number) =>
      data.errors.filter((error) => error.row === row).map((error) => `${error.field}: ${error.message}`);
    expect({ total: data.total, success: data.success, failed: data.failed }).toEqual({
      total: 9,
      success: 2,
      failed: 7,
    });
    expect(said(3)).toEqual(['imei: IMEI校验失败', expect.stringMatching(/^vin: .*第2行重复/)]);
    expect(said(4).map((text) => text.split(':')[0])).toEqual(['color', 'productionDate', 'vehicleTypeId']);
    expect(said(4)[2]).toContain('没有的车型');
    expect(said(5)).toEqual([expect.stringMatching(/^imei: .*已存在/)]);
    expect(said(6)).toHaveLength(2);
    expect(said(7)).toHaveLength(1);
    expect(said(8)).toEqual([expect.stringContaining('位数已丢失')]);
    expect(said(9)).toEqual([expect.stringContaining('color')]);
    expect(await count('veh_vehicle')).toBe(before + 2);

    const report = await readBytes(await fetchFile(app, data.errorFileName ?? '', admin));
    expect(report.rows[0]?.cells).toEqual([...vehicleHeading, '失败原因']);
    expect(report.rows).toHaveLength(8);
    expect(report.rows[1]?.cells.at(-1)).toContain('IMEI校验失败');
    expect(report.rows[7]?.cells.slice(0, 4)).toEqual(rows[7]?.slice(0, 4));
    const corrected = report.rows.slice(1).map(({ cells }, i) => [...vehicleRow(fleet, 30 + i), cells.at(-1) ?? null]);
    const again = await send(vehicleBase, [...vehicleHeading, '失败原因'], corrected);
    expect(again.data).toMatchObject({ total: 7, success: 7, failed: 0, errorFileName: null });
    expect((await app.call('GET', '/common/download', { fileName: data.errorFileName }, { as: 'admin' })).code).toBe(
      1017,
    );
  });

  test('a battery of two vehicles goes to the first; one elsewhere is refused', async () => {
    await send(batteryBase, batteryHeading, [batteryRow(20)]);
    const sn = batterySnOf(20);
    const { data } = await send(vehicleBase, vehicleHeading, [
      vehicleRow(fleet, 40),
      vehicleRow(fleet, 41, { batteryIds: sn }),
      vehicleRow(fleet, 42, { batteryIds: sn }),
      vehicleRow(fleet, 43),
    ]);
    expect(data).toMatchObject({ total: 4, success: 3, failed: 1 });
    expect(data.errors).toEqual([{ row: 4, field: 'batteryIds', message: expect.stringContaining(vinOf(41)) }]);
    const { data: later } = await send(vehicleBase, vehicleHeading, [vehicleRow(fleet, 44, { batteryIds: sn })]);
    expect(later.errors[0]?.message).toContain(vinOf(41));
    expect((await vehicleOf(vinOf(41)))['batteryIds']).toHaveLength(1);
  });

  test('messages are in the caller’s language', async () => {
    const { data } = await send(vehicleBase, vehicleColumns, [vehicleRow(fleet, 50, { imei: '1' })], admin, 'en');
    expect(data.errors[0]?.message).toBe('IMEI check failed');
    expect(data.errorFileName).toContain('Reason');
  });
});

describe('whole files', () => {
  const codeOf = async (bytes: Buffer) => {
    const { code, status, data } = await sendFile<{ errors: { field: string; message: string }[] }>(
      app,
      vehicleBase,
      bytes,
      admin,
    );
    return { code, status, said: data?.errors?.map((error) => error.message).join(' ') };
  };

  test('of another kind are refused by what they are', async () => {
    expect(await codeOf(Buffer.from('vin,imei\n1,2\n3,4\n5,6\n7,8'))).toMatchObject({
      code: 1031,
      status: 200,
      said: '不是xlsx文件',
    });
    expect(await codeOf(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(99)]))).toMatchObject({
      code: 1031,
      said: expect.stringContaining('xls'),
    });
    expect(await codeOf((await workbookOf(['a'], [])).subarray(0, 900))).toMatchObject({
      code: 1008,
      said: expect.stringContaining('损坏'),
    });
    const none = await app.call('POST', `${vehicleBase}/import`, {}, { as: 'admin' });
    expect(none.code).toBe(1008);
  });

  test('with wrong, missing or double headings are refused by name', async () => {
    expect(await codeOf(await workbookOf([], []))).toMatchObject({ code: 1008 });
    expect(await codeOf(await workbookOf(vehicleHeading, []))).toMatchObject({ code: 1008, said: '文件中没有数据行' });
    const { code, said } = await codeOf(await workbookOf(['车架号', '车架号', '颜料'], [['a', 'b', 'c']]));
    expect(code).toBe(1008);
    for (const part of ['「颜料」', '重复', '缺少列「IMEI」']) expect(said).toContain(part);
  });

  test.each([
    ['/data/crm/dealer', 2000],
    ['/ps/crm/faq', 1000],
  ])('over the limit of rows are refused with it: %s', async (base, limit) => {
    const rows = Array.from({ length: limit + 1 }, (_, i) => [`n${i}`]);
    const { code, message } = await send(base, ['name'], rows);
    expect({ code, message }).toEqual({ code: 1016, message: `导入不能超过${limit}行` });
  });
});

test('only who may import does, and refers to nothing outside their scope', async () => {
  const { token } = await signInAs(app, { roles: ['auditor'] });
  const before = await count('veh_vehicle');
  expect((await send(vehicleBase, vehicleHeading, [vehicleRow(fleet, 60)], token)).code).toBe(1003);
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('importer', '导入', 4, 1, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'importer', code from sys_function where code like 'vehicleManage%'`,
  );
  // So that only scope is in the way.
  await app.app.pool.query(`update sys_function set staff_only = 0 where code like 'vehicleManage%'`);
  const other = await makeFleet(app);
  const dealer = await signInAs(app, { roles: ['importer'], dealerId: fleet.dealer.id });
  const { data } = await send(
    vehicleBase,
    vehicleHeading,
    [vehicleRow(fleet, 61), vehicleRow(fleet, 62, { dealerId: other.dealer.dealerCode })],
    dealer.token,
  );
  expect(data).toMatchObject({ success: 1, failed: 1 });
  expect(data.errors[0]).toMatchObject({ row: 3, field: 'dealerId' });
  expect(await count('veh_vehicle')).toBe(before + 1);
  const foreign = await app.call('GET', '/common/download', { fileName: data.errorFileName }, { as: 'admin' });
  expect(foreign.code).toBe(1017);
});

test('the template is an import without rows, in the caller’s language', async () => {
  for (const [lang, first, mark] of [
    ['zh', '车架号', 'IMEI*'],
    ['en', 'VIN', 'IMEI*'],
  ] as const) {
    const response = await app.http.inject({
      method: 'GET',
      url: `${vehicleBase}/importTemplate`,
      headers: { authorization: `Bearer ${admin}`, 'accept-language': lang },
    });
    expect(response.headers['content-type']).toContain('spreadsheetml');
    const { rows } = await readBytes(response.rawPayload);
    expect(rows[0]?.cells[0]).toBe(first);
    expect(rows[0]?.cells).toContain(mark);
    const answer = await sendFile<{ errors: { message: string }[] }>(
      app,
      vehicleBase,
      response.rawPayload,
      admin,
      lang,
    );
    expect(answer.data.errors.map((error) => error.message)).toEqual([
      lang === 'zh' ? '文件中没有数据行' : 'The file has no data rows',
    ]);
  }
  const chosen = await app.http.inject({
    method: 'GET',
    url: `${vehicleBase}/importTemplate?lang=en`,
    headers: { authorization: `Bearer ${admin}`, 'accept-language': 'zh' },
  });
  expect((await readBytes(chosen.rawPayload)).rows[0]?.cells[0]).toBe('VIN');
  expect(chosen.headers['content-disposition']).toContain('import template.xlsx');
});

test('random cells never break the server and never store half a row', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.date({ noInvalidDate: true, min: new Date('1900-03-02'), max: new Date('2200-01-01') }),
    fc.constantFrom(
      'constructor',
      '__proto__',
      '=1+1',
      '1e400',
      '是',
      'LFP',
      '2025-13-40',
      '9'.repeat(40),
      ' ',
      'x'.repeat(32_000),
      '\u0000',
      "'; drop table veh_battery; --",
    ),
  );
  let n = 1000;
  const log = () =>
    one<number>(
      `select count(*)::int as v from sys_operation_log where action = 'import' and entity = 'battery' and entity_id is not null`,
    );
  const row = fc.array(fc.tuple(fc.nat(batteryColumns.length - 1), cell), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (junk) => {
      const rows = junk.map((changes) => {
        const cells = batteryRow(++n);
        for (const [at, value] of changes) cells[at] = value;
        return cells;
      });
      const [before, logged] = [await count('veh_battery'), await log()];
      const answer = await send(batteryBase, batteryHeading, rows);
      expect(answer.status).toBe(200);
      expect([0, 1008]).toContain(answer.code);
      const stored = (await count('veh_battery')) - before;
      const { success, failed, total, errors } =
        answer.code === 0 ? answer.data : { success: 0, failed: 0, total: 0, errors: [] };
      expect({ success, total, failed: new Set(errors.map((error) => error.row)).size }).toEqual({
        success: stored,
        total: success + failed,
        failed,
      });
      expect((await log()) - logged).toBe(stored);
    }),
    { numRuns: 15 },
  );
}, 120_000);
