import { plain } from '@wheelhouse/entities/registry';
import { soundEffect } from '@wheelhouse/entities/vehicles/sound-effect';
import { vehicleImage } from '@wheelhouse/entities/vehicles/vehicle-image';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import { mp3Of, pngOf, wavOf, zipOf } from '../support/media.ts';
import { startBench, type Bench } from './fixture.ts';

let b: Bench;
let userId: string;
let appToken: string;
beforeAll(async () => {
  b = await startBench();
  ({ id: userId, token: appToken } = await b.appUser());
});
afterAll(() => b.stop());

/** Sends a file as the console does. */
async function send<Data>(path: string, file: Buffer, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const token = await b.t.login('admin', 'Test-Admin-2026');
  const response = await b.t.http.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
  });
  return response.json<{ code: number; message: string; data: Data }>();
}
const upload = async (file: Buffer, name: string, biz: string): Promise<string> =>
  (await send<{ fileId: string }>('/data/crm/upload/single', file, name, { biz })).data.fileId;
const inApp = <Data>(path: string, query: Record<string, string>) =>
  b.t.call<Data>('GET', path, query, { as: appToken });

describe('sound effects', () => {
  const form = async (more: Record<string, unknown> = {}) => ({
    ...(await sampleForm(b.t, plain(soundEffect))),
    ...more,
  });
  const add = async (more: Record<string, unknown> = {}) =>
    b.post<{ id: string }>('/veh/crm/soundEffect/add', await form(more));
  const shelf = (id: string, shelfStatus: number) =>
    b.post<{ changed: number; skipped: { message: string }[] }>('/veh/crm/soundEffect/shelf', {
      ids: [id],
      shelfStatus,
    });
  let model: string;
  beforeAll(async () => {
    model = await b.model();
  });

  test('the server measures the file, and refuses what the control unit cannot play', async () => {
    const good = await add({ vehicleTypeIds: [model], audioFile: await upload(mp3Of(100), 'a.mp3', 'audio') });
    expect(await b.ok('/veh/crm/soundEffect/detail', { id: good.data.id })).toMatchObject({
      durationSec: 3.6,
      sampleRateHz: 16_000,
      version: 1,
      shelfStatus: 0,
    });
    for (const bad of [wavOf(0.1), wavOf(1, { channels: 2 }), wavOf(1, { rate: 48_000 })])
      expect(await add({ vehicleTypeIds: [model], audioFile: await upload(bad, 'b.wav', 'audio') })).toMatchObject({
        code: 2601,
        data: { errors: [{ field: 'audioFile' }] },
      });
    const row = await b.ok<{ rev: number }>('/veh/crm/soundEffect/detail', { id: good.data.id });
    await b.ok('/veh/crm/soundEffect/update', {
      id: good.data.id,
      rev: row.rev,
      audioFile: await upload(wavOf(2), 'c.wav', 'audio'),
    });
    expect(await b.ok('/veh/crm/soundEffect/detail', { id: good.data.id })).toMatchObject({
      durationSec: 2,
      version: 2,
    });
  });

  test('one default for each scene and model, and it stays on the shelf', async () => {
    const first = await add({ vehicleTypeIds: [model], scene: 3, isDefault: 1 });
    expect(first.code).toBe(0);
    expect((await add({ vehicleTypeIds: [model], scene: 3, isDefault: 1 })).code).toBe(2602);
    expect((await add({ vehicleTypeIds: [model], scene: 4, isDefault: 1 })).code).toBe(0);
    expect((await shelf(first.data.id, 1)).data.changed).toBe(1);
    const off = await shelf(first.data.id, 2);
    expect(off.data).toMatchObject({ changed: 0, skipped: [{ message: '默认音效不能下架' }] });
    const deleted = await b.post<{ deleted: number }>('/veh/crm/soundEffect/batchDelete', { ids: [first.data.id] });
    expect(deleted.data.deleted).toBe(0);
  });

  test('models of the old generation are refused, a price only for what is sold', async () => {
    const old = await b.model();
    await b.rows('update veh_type set ota_generation = 1 where id = $1', old);
    expect(await add({ vehicleTypeIds: [old] })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'vehicleTypeIds' }] },
    });
    expect(await add({ vehicleTypeIds: [model], free: 0, priceFen: 50 })).toMatchObject({
      data: { errors: [{ field: 'priceFen' }] },
    });
    expect((await add({ vehicleTypeIds: [model], free: 0, priceFen: 990 })).code).toBe(0);
  });

  test('the app of whoever has the vehicle sees what is on the shelf for its model', async () => {
    const vehicle = await b.vehicle();
    const { vin, vehicleTypeId } = vehicle.form as { vin: string; vehicleTypeId: string };
    const [on, off] = [
      await add({ vehicleTypeIds: [vehicleTypeId], scene: 7 }),
      await add({ vehicleTypeIds: [vehicleTypeId], scene: 7 }),
    ];
    await shelf(on.data.id, 1);
    expect((await inApp('/app/v1/sound/list', { vin })).code).toBe(1011);
    await b.rows(
      `insert into veh_binding (vehicle_id, user_id, bind_type, bind_time, status, channel, key_version) values ($1, $2, 1, now(), 1, 1, 1)`,
      vehicle.id,
      userId,
    );
    const { data } = await inApp<{ id: string; audioUrl: string }[]>('/app/v1/sound/list', { vin, scene: '7' });
    expect(data.map(({ id }) => id)).toEqual([on.data.id]);
    expect(data.map(({ id }) => id)).not.toContain(off.data.id);
    const file = await b.t.http.inject({ method: 'GET', url: data[0]?.audioUrl ?? '' });
    expect(file.headers['content-type']).toBe('audio/wav');
    expect((await inApp<unknown[]>('/app/v1/sound/list', { vin, scene: '8' })).data).toEqual([]);
    expect((await b.t.call('GET', '/app/v1/sound/list', { vin })).status).toBe(401);
  });
});

describe('vehicle images', () => {
  test('size and transparency by the place in the app; the colour must be one of the model', async () => {
    const form = await sampleForm(b.t, plain(vehicleImage));
    const add = async (more: Record<string, unknown>) => b.post('/veh/crm/vehicleImage/add', { ...form, ...more });
    const [small, opaque] = [
      await upload(pngOf(600, 460), 'a.png', 'image'),
      await upload(pngOf(1125, 900, false), 'b.png', 'image'),
    ];
    expect(await add({ image: small })).toMatchObject({ code: 1001, data: { errors: [{ field: 'image' }] } });
    expect(await add({ image: opaque, clientScene: 1 })).toMatchObject({ data: { errors: [{ field: 'image' }] } });
    expect((await add({ image: opaque, clientScene: 2 })).code).toBe(0);
    expect(await add({ color: 'YEL', clientScene: 3 })).toMatchObject({ data: { errors: [{ field: 'color' }] } });
  });

  interface Report {
    readonly total: number;
    readonly success: number;
    readonly failed: number;
    readonly errors: { name: string; message: string }[];
  }
  const bring = (zip: Buffer) => send<Report>('/veh/crm/vehicleImage/import', zip, 'pictures.zip');

  test('a zip fills the matrix; each file that does not fit is reported; a second one is the next version', async () => {
    const id = await b.model();
    const { code } = await b.ok<{ code: string }>('/veh/crm/vehicleType/detail', { id });
    const picture = pngOf(700, 480);
    const { data } = await bring(
      zipOf({
        [`bilder/${code}_BLK_1_2.png`]: picture,
        [`${code}_BLK_2_3.png`]: picture,
        [`${code}_YEL_1_2.png`]: picture,
        [`${code}_BLK_9_2.png`]: picture,
        [`${code}_BLK_1_1.png`]: picture,
        'NICHTS_BLK_1_2.png': picture,
        'readme.txt': Buffer.from('x'),
        '../../etc/passwd': Buffer.from('x'),
        '__MACOSX/._a.png': Buffer.from('x'),
      }),
    );
    expect(data).toMatchObject({ total: 7, success: 2, failed: 5 });
    const images = async () =>
      (
        await inApp<{ version: number; list: { angle: number; version: number; imageUrl: string }[] }>(
          '/app/v1/vehicle/images',
          { vehicleTypeId: id },
        )
      ).data;
    const before = await images();
    expect(before.list.map(({ angle }) => angle)).toEqual([1, 2]);
    expect((await bring(zipOf({ [`${code}_BLK_1_2.png`]: picture }))).data.success).toBe(1);
    const after = await images();
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.list[0]).toMatchObject({ angle: 1, version: 2 });
    expect(
      (await b.t.http.inject({ method: 'GET', url: after.list[0]?.imageUrl ?? '' })).rawPayload.equals(picture),
    ).toBe(true);
  });

  test('what is no zip, is broken or claims to be huge is refused', async () => {
    expect((await bring(Buffer.from('kein zip, nur Text. '.repeat(20)))).code).toBe(1031);
    expect((await bring(zipOf({ 'A_BLK_1_2.png': pngOf(10, 10) }, { size: 4_000_000_000 }))).code).toBe(1001);
    const cut = zipOf({ 'A_BLK_1_2.png': pngOf(10, 10) });
    expect((await bring(cut.subarray(0, cut.length - 30))).code).toBe(1001);
  });
});
