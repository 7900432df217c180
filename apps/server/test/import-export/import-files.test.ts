import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../support/people.ts';
import { batteryColumns, batteryHeading, batteryRow, makeFleet, vehicleHeading, vehicleRow } from './fleet.ts';
import { readBytes, sendFile, workbookOf } from './workbook.ts';
import { batteryBase, importWorld, type ImportWorld, vehicleBase } from './import-kit.ts';

let w: ImportWorld;
beforeAll(async () => {
  w = await importWorld();
});
afterAll(() => w.stop());

describe('whole files', () => {
  const codeOf = async (bytes: Buffer) => {
    const { code, status, data } = await sendFile<{ errors: { field: string; message: string }[] }>(
      w.app,
      vehicleBase,
      bytes,
      w.admin,
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
    const none = await w.app.call('POST', `${vehicleBase}/import`, {}, { as: 'admin' });
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
    const { code, message } = await w.send(base, ['name'], rows);
    expect({ code, message }).toEqual({ code: 1016, message: `导入不能超过${limit}行` });
  });
});

test('only who may import does, and refers to nothing outside their scope', async () => {
  const { token } = await signInAs(w.app, { roles: ['auditor'] });
  const before = await w.count('veh_vehicle');
  expect((await w.send(vehicleBase, vehicleHeading, [vehicleRow(w.fleet, 60)], token)).code).toBe(1003);
  await w.app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('importer', '导入', 4, 1, 0, 1)`,
  );
  await w.app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'importer', code from sys_function where code like 'vehicleManage%'`,
  );
  // So that only scope is in the way.
  await w.app.app.pool.query(`update sys_function set staff_only = 0 where code like 'vehicleManage%'`);
  const other = await makeFleet(w.app);
  const dealer = await signInAs(w.app, { roles: ['importer'], dealerId: w.fleet.dealer.id });
  const { data } = await w.send(
    vehicleBase,
    vehicleHeading,
    [vehicleRow(w.fleet, 61), vehicleRow(w.fleet, 62, { dealerId: other.dealer.dealerCode })],
    dealer.token,
  );
  expect(data).toMatchObject({ success: 1, failed: 1 });
  expect(data.errors[0]).toMatchObject({ row: 3, field: 'dealerId' });
  expect(await w.count('veh_vehicle')).toBe(before + 1);
  const foreign = await w.app.call('GET', '/common/download', { fileName: data.errorFileName }, { as: 'admin' });
  expect(foreign.code).toBe(1017);
});

test('the template is an import without rows, in the caller’s language', async () => {
  for (const [lang, first, mark] of [
    ['zh', '车架号', 'IMEI*'],
    ['en', 'VIN', 'IMEI*'],
  ] as const) {
    const response = await w.app.http.inject({
      method: 'GET',
      url: `${vehicleBase}/importTemplate`,
      headers: { authorization: `Bearer ${w.admin}`, 'accept-language': lang },
    });
    expect(response.headers['content-type']).toContain('spreadsheetml');
    const { rows } = await readBytes(response.rawPayload);
    expect(rows[0]?.cells[0]).toBe(first);
    expect(rows[0]?.cells).toContain(mark);
    const answer = await sendFile<{ errors: { message: string }[] }>(
      w.app,
      vehicleBase,
      response.rawPayload,
      w.admin,
      lang,
    );
    expect(answer.data.errors.map((error) => error.message)).toEqual([
      lang === 'zh' ? '文件中没有数据行' : 'The file has no data rows',
    ]);
  }
  const chosen = await w.app.http.inject({
    method: 'GET',
    url: `${vehicleBase}/importTemplate?lang=en`,
    headers: { authorization: `Bearer ${w.admin}`, 'accept-language': 'zh' },
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
    w.one<number>(
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
      const [before, logged] = [await w.count('veh_battery'), await log()];
      const answer = await w.send(batteryBase, batteryHeading, rows);
      expect(answer.status).toBe(200);
      expect([0, 1008]).toContain(answer.code);
      const stored = (await w.count('veh_battery')) - before;
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
