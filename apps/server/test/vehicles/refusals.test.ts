import { entityNamed, plain } from '@wheelhouse/entities/registry';
import { dealer } from '@wheelhouse/entities/dealers/dealer';
import { soundEffect } from '@wheelhouse/entities/vehicles/sound-effect';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { vehicleSeries } from '@wheelhouse/entities/vehicles/vehicle-series';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepFile } from '../support/keep-file.ts';
import { addSample, sampleForm } from '../registry/samples.ts';
import { pngOf } from '../support/media.ts';
import { startBench, type Bench, type Made } from './fixture.ts';
import { replacementsOf } from '../repairs/replacements-kit.ts';

/** Refusals say what is in the way, by their own code. */
let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

const { record } = replacementsOf(() => b);

const install = (made: Made, into: Made, slot = 1) =>
  b.post('/veh/crm/battery/transition', {
    id: made.id,
    action: 'install',
    vin: into.form['vin'],
    slot,
    reasonCode: '1',
  });

const vehicleForm = async (): Promise<Record<string, unknown>> => ({
  ...(await sampleForm(b.t, plain(vehicle))),
  batteryIds: [],
});

describe('a battery', () => {
  test('that is in a vehicle, or scrapped, is refused as such', async () => {
    const [one, other] = [await b.vehicle(), await b.vehicle()];
    const [used, scrapped] = [await b.battery(), await b.battery()];
    expect((await install(used, one)).code).toBe(0);
    expect(await install(used, other)).toMatchObject({ code: 2203, message: `电池已在${String(one.form['vin'])}` });
    await b.rows('update veh_battery set status = 4 where id = $1', scrapped.id);
    expect(await install(scrapped, other)).toMatchObject({ code: 2204, message: '电池已报废' });
    const add = async (id: string) =>
      b.post('/veh/crm/vehicle/add', { ...(await sampleForm(b.t, plain(vehicle))), batteryIds: [id] });
    expect(await add(used.id)).toMatchObject({
      code: 2013,
      message: `电池已安装在${String(one.form['vin'])}`,
      data: { errors: [{ field: 'batteryIds' }] },
    });
    expect(await add(scrapped.id)).toMatchObject({ code: 2204, data: { errors: [{ field: 'batteryIds' }] } });
  });
});

describe('a vehicle', () => {
  test('takes no SIM card whose account is closed, or being closed', async () => {
    const cardId = await addSample(b.t, entityNamed('simCard'));
    const [card] = await b.rows<{ iccid: string }>('select iccid from sim_card where id = $1', cardId);
    const iccid = card?.iccid;
    const add = async () => b.post('/veh/crm/vehicle/add', { ...(await vehicleForm()), iccid });
    const made = await b.vehicle();
    const replace = async () => {
      const { ecuSn, imei, bleMac } = await vehicleForm();
      const to = { newSn: ecuSn, newImei: imei, newBleMac: bleMac, newIccid: iccid };
      return record(made, { deviceType: 1, oldSn: made.form['ecuSn'], ...to });
    };
    for (const [code, state] of [
      [4005, 'sim_status = 6'],
      [4007, 'sim_status = 4, pending_op = 4'],
    ] as const) {
      await b.rows(`update sim_card set ${state} where id = $1`, cardId);
      expect(await add()).toMatchObject({ code, data: { errors: [{ field: 'iccid' }] } });
      expect(await replace()).toMatchObject({ code, data: { errors: [{ field: 'newIccid' }] } });
    }
    await b.rows('update sim_card set sim_status = 3, pending_op = null where id = $1', cardId);
    expect((await add()).code).toBe(0);
  });

  test('gets no model that lacks its colour, or room for its batteries', async () => {
    const made = await b.vehicle();
    const other = await b.model();
    await b.rows(`update veh_type set colors = '{WHT}' where id = $1`, other);
    const turn = async (more: object = {}) => {
      const { rev } = await b.ok<{ rev: number }>('/veh/crm/vehicle/detail', { id: made.id });
      return b.post('/veh/crm/vehicle/update', { id: made.id, rev, vehicleTypeId: other, ...more });
    };
    expect(await turn()).toMatchObject({ code: 1001, data: { errors: [{ field: 'color' }] } });
    for (const slot of [1, 2]) expect((await install(await b.battery(), made, slot)).code).toBe(0);
    await b.rows('update veh_type set battery_count = 1 where id = $1', other);
    expect(await turn({ color: 'WHT' })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'vehicleTypeId', message: '车上有2块电池，该车型最多1块' }] },
    });
    await b.rows('update veh_type set battery_count = 2 where id = $1', other);
    expect((await turn({ color: 'WHT' })).code).toBe(0);
  });
});

test('a suspended dealer is suspended, not unknown', async () => {
  const id = await addSample(b.t, plain(dealer));
  await b.rows('update dlr_dealer set status = 2 where id = $1', id);
  const form = { ...(await sampleForm(b.t, plain(vehicle))), batteryIds: [], dealerId: id };
  const answer = await b.post<{ errors: { field: string; message: string }[] }>('/veh/crm/vehicle/add', form);
  expect(answer.code).toBe(1001);
  expect(answer.data.errors).toMatchObject([
    { field: 'dealerId', message: expect.stringMatching(/当前为「暂停」，不能选择$/) as string },
  ]);
  const unknown = await b.post('/veh/crm/vehicle/add', { ...form, dealerId: '999999999' });
  expect(unknown.data).toMatchObject({
    errors: [{ field: 'dealerId', message: expect.stringMatching(/不存在$/) as string }],
  });
});

test('a picture has the size its place wants', async () => {
  const form = await sampleForm(b.t, plain(soundEffect));
  const cover = async (width: number, height: number) =>
    b.post<{ errors?: { field: string; message: string }[] }>('/veh/crm/soundEffect/add', {
      ...form,
      coverImage: await keepFile(b.t.app, {
        name: 'a.png',
        biz: 'image',
        contentType: 'image/png',
        bytes: pngOf(width, height),
        uploader: { type: 'user', id: '1' },
      }),
    });
  expect((await cover(200, 200)).data).toMatchObject({
    errors: [{ field: 'coverImage', message: expect.stringMatching(/须为300×300像素，所选图片为200×200$/) as string }],
  });
  expect((await cover(300, 300)).code).toBe(0);
});

test('a missing revision and an unknown action are said in a sentence', async () => {
  const id = await addSample(b.t, plain(vehicleSeries));
  const asked = async (path: string, body: object, lang: 'zh' | 'en') =>
    (await b.t.call<{ errors: { field: string; message: string }[] }>('POST', path, body, { as: 'admin', lang })).data
      .errors[0];
  expect(await asked('/veh/crm/vehicleSeries/update', { id, name: '新' }, 'zh')).toEqual({
    field: 'rev',
    message: '缺少数据版本号，请刷新后重试',
  });
  expect(await asked('/veh/crm/vehicleSeries/update', { id, name: 'x' }, 'en')).toMatchObject({
    message: 'The revision of the record is missing. Reload and try again.',
  });
  expect(await asked('/veh/crm/vehicle/operation', {}, 'en')).toEqual({
    field: 'input',
    message: 'No action fits this input',
  });
});

test('a row that a batch leaves out carries its code', async () => {
  const id = await addSample(b.t, plain(vehicleSeries));
  const disable = async () =>
    (await b.post<{ skipped: object[] }>('/veh/crm/vehicleSeries/enable', { ids: [id, '999999999'], enabled: 0 })).data
      .skipped;
  const unknown = { id: '999999999', code: 1002, message: '记录不存在或已被删除' };
  expect(await disable()).toEqual([unknown]);
  expect(await disable()).toEqual([unknown, { id, code: 1004, message: '当前状态（停用）不允许该操作' }]);
});
