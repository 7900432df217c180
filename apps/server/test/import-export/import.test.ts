import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '@wheelhouse/entities/fields';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import type { Cell } from '../../src/sheet/write.ts';
import {
  batteryHeading,
  batteryRow,
  batterySnOf,
  imeiOf,
  vehicleColumns,
  vehicleHeading,
  vehicleRow,
  vinOf,
} from './fleet.ts';
import { fetchFile, readBytes } from './workbook.ts';
import { batteryBase, importWorld, type ImportWorld, vehicleBase } from './import-kit.ts';

let w: ImportWorld;
beforeAll(async () => {
  w = await importWorld();
});
afterAll(() => w.stop());

const byVin = async (vin: string) =>
  (
    await w.app.call<{ list: (Row & { id: string })[] }>(
      'POST',
      `${vehicleBase}/list`,
      { query: { vin } },
      { as: 'admin' },
    )
  ).data.list[0];
const vehicleOf = async (vin: string) =>
  (await w.app.call<Row>('POST', `${vehicleBase}/detail`, { id: (await byVin(vin))?.id }, { as: 'admin' })).data;

describe('good rows', () => {
  test('are stored with what their names stand for, and logged', async () => {
    await w.send(batteryBase, batteryHeading, [
      batteryRow(1),
      batteryRow(2, {
        batteryType: '磷酸铁锂',
        manufacturer: 'Maker B',
        cellChemistry: 'lfp',
        productionDate: '2025/3/4',
        ratedVoltageV: '60.5',
      }),
    ]);
    const answer = await w.send(vehicleBase, vehicleHeading, [
      vehicleRow(w.fleet, 1, { batteryIds: `${batterySnOf(1)}、${batterySnOf(2).toLowerCase()}` }),
      vehicleRow(w.fleet, 2, {
        vin: vinOf(2).toLowerCase(),
        vehicleTypeId: w.fleet.type.name,
        dealerId: w.fleet.dealer.name,
        color: '曜石黑',
        imei: Number(imeiOf(2)),
        productionDate: 45_720,
      }),
      vehicleRow(w.fleet, 3, { color: 'black', dealerId: null, productionDate: '2025年3月4日' }),
    ]);
    expect({ code: answer.code, data: answer.data }).toEqual({
      code: 0,
      data: { total: 3, success: 3, failed: 0, errors: [], errorFileName: null, ignoredColumns: [], ignoredSheets: [] },
    });
    const first = await vehicleOf(vinOf(1));
    expect(first).toMatchObject({
      vin: vinOf(1),
      vehicleTypeId: w.fleet.type.id,
      dealerId: w.fleet.dealer.id,
      color: 'BLK',
      imei: imeiOf(1),
      productionDate: '2025-03-04',
      activationStatus: 0,
    });
    expect(first['batteryIds']).toHaveLength(2);
    expect(await vehicleOf(vinOf(2))).toMatchObject({
      vehicleTypeId: w.fleet.type.id,
      dealerId: w.fleet.dealer.id,
      color: 'BLK',
      imei: imeiOf(2),
      productionDate: '2025-03-04',
    });
    expect(await vehicleOf(vinOf(3))).toMatchObject({ dealerId: null, productionDate: '2025-03-04' });
    const { rows } = await w.app.app.pool.query(
      `select entity_id, after from sys_operation_log where action = 'import' and entity = 'vehicle' order by id`,
    );
    expect(rows.filter((row) => row.entity_id !== null)).toHaveLength(3);
    expect(rows.at(-1)).toEqual({ entity_id: null, after: { total: 3, success: 3, failed: 0 } });
  });

  test('take headings in either language or by field, in any order, and leave known others aside', async () => {
    const online = labelOf(entityNamed('vehicle'), 'online').zh;
    const heading = ['production date', ' VIN * ', online, 'vehicleTypeId', 'color', 'imei', 'ecuSn'];
    const [vin, type, color, imei, ecuSn] = vehicleRow(w.fleet, 4);
    const answer = await w.send(vehicleBase, heading, [
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
    const { data } = await w.send('/data/crm/dealer', columns, [row]);
    expect(data).toMatchObject({ success: 1, errors: [] });
    const { data: found } = await w.app.call<{ list: Row[] }>(
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
    const answer = await w.send(batteryBase, batteryHeading, [batteryRow(9, { warrantyMonths: null })]);
    expect(answer.data.success).toBe(1);
    expect(await w.one('select warranty_months as v from veh_battery where battery_sn = $1', [batterySnOf(9)])).toBe(
      24,
    );
  });
});

describe('bad rows', () => {
  test('come back with reasons, the others are stored; corrected they can be sent again', async () => {
    const before = await w.count('veh_vehicle');
    const rows = [
      vehicleRow(w.fleet, 10),
      vehicleRow(w.fleet, 11, { vin: vinOf(10), imei: '123' }),
      vehicleRow(w.fleet, 12, { vehicleTypeId: '没有的车型', color: '透明', productionDate: '昨天' }),
      vehicleRow(w.fleet, 13, { imei: imeiOf(1) }),
      vehicleRow(w.fleet, 14, { color: null, dealerId: 'D999999' }),
      vehicleRow(w.fleet, 15, { vin: null }),
      vehicleRow(w.fleet, 16, { imei: 1e17 }),
      vehicleRow(w.fleet, 17, { color: 'WHT' }),
      vehicleRow(w.fleet, 18),
    ];
    const { code, data } = await w.send(vehicleBase, vehicleHeading, rows);
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
    expect(await w.count('veh_vehicle')).toBe(before + 2);

    const report = await readBytes(await fetchFile(w.app, data.errorFileName ?? '', w.admin));
    expect(report.rows[0]?.cells).toEqual([...vehicleHeading, '失败原因']);
    expect(report.rows).toHaveLength(8);
    expect(report.rows[1]?.cells.at(-1)).toContain('IMEI校验失败');
    expect(report.rows[7]?.cells.slice(0, 4)).toEqual(rows[7]?.slice(0, 4));
    const corrected = report.rows
      .slice(1)
      .map(({ cells }, i) => [...vehicleRow(w.fleet, 30 + i), cells.at(-1) ?? null]);
    const again = await w.send(vehicleBase, [...vehicleHeading, '失败原因'], corrected);
    expect(again.data).toMatchObject({ total: 7, success: 7, failed: 0, errorFileName: null });
    expect((await w.app.call('GET', '/common/download', { fileName: data.errorFileName }, { as: 'admin' })).code).toBe(
      1017,
    );
  });

  test('a battery of two vehicles goes to the first; one elsewhere is refused', async () => {
    await w.send(batteryBase, batteryHeading, [batteryRow(20)]);
    const sn = batterySnOf(20);
    const { data } = await w.send(vehicleBase, vehicleHeading, [
      vehicleRow(w.fleet, 40),
      vehicleRow(w.fleet, 41, { batteryIds: sn }),
      vehicleRow(w.fleet, 42, { batteryIds: sn }),
      vehicleRow(w.fleet, 43),
    ]);
    expect(data).toMatchObject({ total: 4, success: 3, failed: 1 });
    expect(data.errors).toEqual([{ row: 4, field: 'batteryIds', message: expect.stringContaining(vinOf(41)) }]);
    const { data: later } = await w.send(vehicleBase, vehicleHeading, [vehicleRow(w.fleet, 44, { batteryIds: sn })]);
    expect(later.errors[0]?.message).toContain(vinOf(41));
    expect((await vehicleOf(vinOf(41)))['batteryIds']).toHaveLength(1);
  });

  test('messages are in the caller’s language', async () => {
    const { data } = await w.send(vehicleBase, vehicleColumns, [vehicleRow(w.fleet, 50, { imei: '1' })], w.admin, 'en');
    expect(data.errors[0]?.message).toBe('IMEI check failed');
    expect(data.errorFileName).toContain('Reason');
  });
});
