import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatDay } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import { dealer } from '@wheelhouse/entities/dealers/dealer';
import { vehicleXp } from '@wheelhouse/entities/vehicles/vehicle-xp';
import { vinCheckDigit } from '@wheelhouse/entities/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sapImport } from '../../src/modules/sap/job.ts';
import { xpSync } from '../../src/modules/vehicles/xp/calls.ts';
import { addRole } from '../access/fixture.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { startBench, type Bench } from './fixture.ts';

let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

describe('XP vehicles', () => {
  interface Row {
    readonly id: string;
    readonly syncStatus: number;
    readonly retryCount: number;
    readonly nextSyncTime: string | null;
    readonly bindStatus: number;
    readonly ownerMobile: string | null;
    readonly soc: number | null;
  }
  const one = (id: string) => b.ok<Row>('/veh/crm/vehicleXp/detail', { id });
  const logOf = async (id: string) =>
    (
      await b.ok<{ list: { success: number; direction: number; message: string }[] }>(
        '/veh/crm/vehicleXp/syncLog/list',
        {
          query: { vehicleXpId: id },
        },
      )
    ).list;
  /** A vehicle here, and a device there that answers as `fault` says. */
  async function add({ fault = null, known = true }: { fault?: string | null; known?: boolean } = {}): Promise<string> {
    const form = await sampleForm(b.t, plain(vehicleXp));
    const { id } = await b.ok<{ id: string }>('/veh/crm/vehicleXp/add', form);
    if (known)
      await b.rows(
        `insert into sbx_xp_device (device_id, vin, activated, owner_mobile, odometer_m, seed, fault) values ($1, $2, true, '13912345678', 1200000, 5, $3)`,
        form['xpDeviceId'],
        form['vin'],
        fault,
      );
    return id;
  }

  test('a new vehicle waits for the job, which pulls its state and writes the log', async () => {
    const id = await add();
    expect(await one(id)).toMatchObject({ syncStatus: 0, soc: null });
    await xpSync.run(b.t.app);
    expect(await one(id)).toMatchObject({ syncStatus: 1, bindStatus: 1, ownerMobile: '139****5678' });
    expect((await one(id)).soc).toBeGreaterThan(0);
    expect(await logOf(id)).toMatchObject([{ success: 1, direction: 1, message: 'OK' }]);
    expect(await b.ok('/veh/crm/vehicleXp/source')).toMatchObject({ sandbox: true });
    const { data } = await b.post<{ state: Record<string, unknown> }>('/veh/crm/vehicleXp/live', { id });
    expect(data.state).toMatchObject({ bound: true });
    expect(data.state).not.toHaveProperty('ownerMobile');
  });

  test('what the job pulls does not refuse the form that somebody has open', async () => {
    const id = await add();
    const { rev } = await b.ok<{ rev: number }>('/veh/crm/vehicleXp/detail', { id });
    await xpSync.run(b.t.app);
    expect(await one(id)).toMatchObject({ syncStatus: 1 });
    expect((await b.post('/veh/crm/vehicleXp/update', { id, rev, remark: '已核对' })).code).toBe(0);
  });

  test('a failure is tried again after 1, 5 and 30 minutes, then only by hand', async () => {
    const id = await add({ fault: 'error' });
    const waits: number[] = [];
    for (let at = 0; at < 4; at++) {
      await b.rows('update veh_vehicle_xp set next_sync_time = now() where id = $1', id);
      await xpSync.run(b.t.app);
      const [row] = await b.rows<{ wait: number | null }>(
        `select round(extract(epoch from next_sync_time - now()) / 60)::int as wait from veh_vehicle_xp where id = $1`,
        id,
      );
      waits.push(row?.wait ?? -1);
    }
    expect(waits).toEqual([1, 5, 30, -1]);
    expect(await one(id)).toMatchObject({ syncStatus: 2, retryCount: 3, nextSyncTime: null });
    expect(await logOf(id)).toHaveLength(4);
    await b.rows('update sbx_xp_device set fault = null');
    expect((await b.post('/veh/crm/vehicleXp/sync', { ids: [id] })).data).toMatchObject({ changed: 1, synced: 1 });
    expect(await one(id)).toMatchObject({ syncStatus: 1, retryCount: 0 });
    expect((await b.post('/veh/crm/vehicleXp/sync', { ids: [await add()] })).data).toMatchObject({ changed: 0 });
  });

  test('a device that XP does not know, or has under another VIN, is reported as such', async () => {
    const unknown = await add({ known: false });
    await xpSync.run(b.t.app);
    expect((await logOf(unknown))[0]?.message).toMatch(/unknown device/);
    const swapped = await add();
    await b.rows(
      `update sbx_xp_device set vin = 'LZXX1P1A3TA000321' where device_id = (select xp_device_id from veh_vehicle_xp where id = $1)`,
      swapped,
    );
    await b.rows('update veh_vehicle_xp set next_sync_time = now() where id = $1', swapped);
    await xpSync.run(b.t.app);
    expect(await one(swapped)).toMatchObject({ syncStatus: 2, nextSyncTime: null });
  });

  test('unbinding happens on XP first; a bound vehicle is not deleted', async () => {
    const id = await add();
    await xpSync.run(b.t.app);
    expect((await b.post<{ deleted: number }>('/veh/crm/vehicleXp/batchDelete', { ids: [id] })).data.deleted).toBe(0);
    expect((await b.post('/veh/crm/vehicleXp/unbind', { id, reason: '短' })).code).toBe(1001);
    await b.rows(
      `update sbx_xp_device set fault = 'error' where device_id = (select xp_device_id from veh_vehicle_xp where id = $1)`,
      id,
    );
    expect((await b.post('/veh/crm/vehicleXp/unbind', { id, reason: '二手转让已核实' })).code).toBe(1020);
    expect(await one(id)).toMatchObject({ bindStatus: 1 });
    await b.rows('update sbx_xp_device set fault = null');
    await b.ok('/veh/crm/vehicleXp/unbind', { id, reason: '二手转让已核实' });
    expect(await one(id)).toMatchObject({ bindStatus: 0, ownerMobile: null });
    expect((await b.post<{ deleted: number }>('/veh/crm/vehicleXp/batchDelete', { ids: [id] })).data.deleted).toBe(1);
  });
});

describe('SAP', () => {
  let vinCount = 0;
  const vinOf = () => {
    const raw = `LZXE3C1A0SA${String(700_000 + ++vinCount)}`;
    return `${raw.slice(0, 8)}${vinCheckDigit(raw)}${raw.slice(9)}`;
  };
  let model: string;
  let shop: string;
  beforeAll(async () => {
    [model, shop] = [await b.model(), await addSample(b.t, plain(dealer))];
    await b.rows(`update veh_type set sap_material_code = '30009999', colors = '{BLK,WHT}' where id = $1`, model);
    await b.rows(`update dlr_dealer set sap_customer_code = '1009999' where id = $1`, shop);
  });
  /** A vehicle in SAP. */
  async function post(more: Partial<Record<string, unknown>> = {}): Promise<string> {
    const vin = vinOf();
    const row = {
      vin,
      material_code: '30009999',
      material_desc: '逐风E3',
      color: 'BLK',
      sap_order_no: '000010012345',
      delivery_no: '8000012345',
      customer_code: '1009999',
      customer_name: '浦东店',
      plant: '1000',
      production_date: '2025-09-01',
      goods_issue_date: '2025-09-10',
      imei: null,
      ecu_sn: `ZK25B20A${String(vinCount).padStart(6, '0')}`,
      ...more,
    };
    const names = Object.keys(row);
    await b.rows(
      `insert into sap_vehicle (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      ...Object.values(row),
    );
    return vin;
  }
  const imeiOf = async () => String((await sampleForm(b.t, plain(vehicleXp)))['imei']);
  interface Found {
    readonly total: number;
    readonly list: { vin: string; localStatus: number; dealerName: string | null }[];
    readonly source: { sandbox: boolean };
  }
  const search = (query: object) => b.post<Found>('/veh/crm/sapVehicle/search', { query });
  const bring = (...vins: string[]) =>
    b.post<{ created: number; updated: number; failed: { vin: string; message: string }[] }>(
      '/veh/crm/sapVehicle/importVehicle',
      { vins },
    );

  test.each([
    ['nothing', {}, 2031],
    ['only a plant', { plant: '1000' }, 2031],
    ['a malformed delivery', { deliveryNo: '12' }, 1001],
    [
      'too long a span',
      { materialCode: '30009999', 'postingDate.ge': '2025-01-01', 'postingDate.le': '2025-03-01' },
      1012,
    ],
    [
      'a span the wrong way round',
      { materialCode: '30009999', 'postingDate.ge': '2025-03-01', 'postingDate.le': '2025-02-20' },
      8003,
    ],
    ['an unknown condition', { materialCode: '30009999', weight: '3' }, 1001],
    ['a delivery at which SAP fails', { deliveryNo: '9999999999' }, 1020],
  ])('searching by %s is refused', async (_name, query, code) => {
    expect((await search(query)).code).toBe(code);
  });

  test('found, imported, compared, taken over field by field', async () => {
    const vin = await post({ imei: await imeiOf() });
    const before = await search({ vin });
    expect(before.data).toMatchObject({ total: 1, list: [{ vin, localStatus: 0 }], source: { sandbox: true } });
    expect((await bring(vin, vinOf())).data).toMatchObject({ created: 1, updated: 0, failed: [{}] });
    expect((await search({ vin })).data.list[0]).toMatchObject({ localStatus: 1 });
    await b.rows(`update sap_vehicle set color = 'WHT', goods_issue_date = '2025-09-12' where vin = $1`, vin);
    const compared = await b.ok<{
      rev: number;
      localStatus: number;
      fields: { name: string; same: boolean; adoptable: boolean; sap: string }[];
    }>('/veh/crm/sapVehicle/compare', { vin });
    expect(compared.localStatus).toBe(2);
    expect(compared.fields.filter(({ same }) => !same).map(({ name }) => name)).toEqual(['color', 'shipDate']);
    const after = await b.ok<{ localStatus: number }>('/veh/crm/sapVehicle/adopt', {
      vin,
      rev: compared.rev,
      fields: ['color', 'shipDate'],
    });
    expect(after.localStatus).toBe(1);
    expect((await b.post('/veh/crm/sapVehicle/adopt', { vin, rev: compared.rev, fields: ['color'] })).code).toBe(1005);
    expect((await b.post('/veh/crm/sapVehicle/adopt', { vin, rev: compared.rev, fields: ['imei'] })).code).toBe(1001);
  });

  test('a customer or material without a mapping is reported per vehicle; an existing vehicle is completed', async () => {
    const [lost, odd, known] = [
      await post({ customer_code: '1234567', imei: await imeiOf() }),
      await post({ material_code: '77777777', imei: await imeiOf() }),
      await post({ imei: await imeiOf() }),
    ];
    await bring(known);
    await b.rows('update veh_vehicle set dealer_id = null, ship_date = null where vin = $1', known);
    const { data } = await bring(lost, odd, known);
    expect(data).toMatchObject({ created: 0, updated: 1 });
    expect(data.failed.map(({ message }) => message)).toEqual([
      '客户编码1234567未对应经销商',
      '物料号77777777未对应车型',
    ]);
    expect(
      await b.rows('select dealer_id::text as dealer, ship_date::text as day from veh_vehicle where vin = $1', known),
    ).toEqual([{ dealer: shop, day: '2025-09-10' }]);
  });

  test('vehicles and dealers outside the scope of whoever imports are neither shown nor changed', async () => {
    await addRole(b.t, 'sap_east', ['SAPvehicleSearch', 'SAPvehicleSearch.query', 'SAPvehicleSearch.import'], 2);
    const { token } = await signInAs(b.t, { roles: ['sap_east'], organizationCode: 'EAST.SH' });
    const known = await post({ imei: await imeiOf() });
    await bring(known);
    await b.rows('update veh_vehicle set ship_date = null where vin = $1', known);
    // Its customer is no reason to refuse it.
    await b.rows('update sap_vehicle set customer_code = null where vin = $1', known);
    const fresh = await post({ imei: await imeiOf() });
    const nothing = { vehicleId: null, dealerName: null, localStatus: 0 };
    for (const vin of [known, fresh]) {
      const query = { vin };
      const found = await b.t.call<Found>('POST', '/veh/crm/sapVehicle/search', { query }, { as: token });
      expect(found.data.list).toMatchObject([{ vin, ...nothing }]);
    }
    const { data } = await b.t.call<Record<'created' | 'updated', number> & { failed: { vin: string }[] }>(
      'POST',
      '/veh/crm/sapVehicle/importVehicle',
      { vins: [known, fresh] },
      { as: token },
    );
    expect(data).toMatchObject({ created: 0, updated: 0 });
    const refused = '数据不在您的管理范围内';
    expect(data.failed).toMatchObject([
      { vin: known, message: refused },
      { vin: fresh, message: refused },
    ]);
    expect(await b.rows('select ship_date as day from veh_vehicle where vin = $1', known)).toEqual([{ day: null }]);
  });

  test('every night yesterday’s deliveries come in, as an export they go out', async () => {
    const yesterday = formatDay(new Date(Date.now() - 86_400_000));
    const vin = await post({ imei: await imeiOf(), goods_issue_date: yesterday, delivery_no: '8000099999' });
    await sapImport.run(b.t.app);
    expect((await search({ vin })).data.list[0]).toMatchObject({ localStatus: 1 });
    const { data } = await b.post<{ rows: number; fileName: string }>('/veh/crm/sapVehicle/export', {
      query: { deliveryNo: '8000099999' },
    });
    expect(data).toMatchObject({ rows: 1 });
    expect(
      (await b.t.call('GET', '/common/download', { fileName: data.fileName }, { as: 'admin' })).headers['content-type'],
    ).toMatch(/spreadsheetml/);
  });

  test('an importer without the right to compare does neither; a customer-service user only looks', async () => {
    const { token } = await signInAs(b.t, { roles: ['cs'] });
    const vin = await post();
    expect((await b.t.call('POST', '/veh/crm/sapVehicle/search', { query: { vin } }, { as: token })).code).toBe(0);
    expect((await b.t.call('POST', '/veh/crm/sapVehicle/importVehicle', { vins: [vin] }, { as: token })).code).toBe(
      1003,
    );
  });
});

describe('partners of one’s own', () => {
  let server: Server;
  const seen: { url: string; authorization: string | undefined }[] = [];
  afterAll(() => server.close());

  test('SAP_URL and XP_URL are asked with their keys; what they answer wrongly is a failure of theirs', async () => {
    server = createServer((request, response) => {
      seen.push({ url: request.url ?? '', authorization: request.headers.authorization });
      response.setHeader('content-type', 'application/json');
      response.end(request.url?.startsWith('/sap') ? '{"total":0,"list":[]}' : '{"wrong":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = await startBench({
      SAP_URL: `${base}/sap/`,
      SAP_USER: 'wh',
      SAP_PASSWORD: 'x',
      XP_URL: `${base}/xp`,
      XP_TOKEN: 't',
    });
    try {
      const { data } = await own.post<{ total: number; source: unknown }>('/veh/crm/sapVehicle/search', {
        query: { vin: 'LZXE3C1A9SA000123' },
      });
      expect(data).toMatchObject({ total: 0, source: { sandbox: false, address: `${base}/sap` } });
      const { id } = await own.ok<{ id: string }>('/veh/crm/vehicleXp/add', await sampleForm(own.t, plain(vehicleXp)));
      expect((await own.post('/veh/crm/vehicleXp/live', { id })).code).toBe(1020);
      expect(seen.map(({ authorization }) => authorization)).toEqual([
        `Basic ${Buffer.from('wh:x').toString('base64')}`,
        'Bearer t',
      ]);
    } finally {
      await own.stop();
    }
  });
});
