import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addAppUser } from '../support/app-user.ts';
import { eventually, startControl, type ControlRig, type TestVehicle } from './rig.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let token: string;
let typeId: string;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  const [row] = await rig.rows<{ typeId: string }>(
    'select vehicle_type_id::text as "typeId" from veh_vehicle where id = $1',
    [vehicle.id],
  );
  typeId = row?.typeId ?? '';
  const rider = await addAppUser(rig.test);
  token = await issueAppToken(rig.test.app, rider);
  for (const [fileId, type] of [
    ['audio-0001', 'audio/wav'],
    ['cover-0001', 'image/png'],
  ])
    await rig.rows(
      `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
       values ($1, 'soundEffect', $1, $2, 1, '', $1, 'system')`,
      [fileId, type],
    );
  await rig.rows(
    'insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)',
    [vehicle.id, rider],
  );
});
afterAll(() => rig.stop());

async function addSound(name: string, more: { free?: number; shelf?: number; types?: string[] } = {}): Promise<string> {
  const { free = 1, shelf = 1, types = [typeId] } = more;
  const [row] = await rig.rows<{ id: string }>(
    `insert into veh_sound_effect (name, scene, audio_file, cover_image, vehicle_type_ids, is_default, free, price_fen, sort, version, download_count, shelf_status, size_kb)
     values ($1, 3, 'audio-0001', 'cover-0001', $2, 0, $3::int, case when $3::int = 0 then 600 end, 1, 4, 0, $4, 48) returning id::text as id`,
    [name, types, free, shelf],
  );
  return row?.id ?? '';
}
const apply = (soundId: string, vin = vehicle.vin) =>
  rig.test.call<{ commandId: string }>('POST', '/app/v1/sound/apply', { vin, soundId }, { as: token });

test('a rider puts a sound onto their vehicle; the control unit loads it and says so', async () => {
  const soundId = await addSound('海浪');
  expect((await apply(soundId)).code).toBe(2403);
  const device = await vehicle.connect();
  await eventually(
    async () =>
      (
        await rig.rows<{ online: number }>('select online from veh_vehicle_status where vehicle_id = $1', [vehicle.id])
      )[0]?.online === 1,
  );
  const { code, data } = await apply(soundId);
  expect(code).toBe(0);
  const command = await device.next('setSound');
  expect(command).toMatchObject({ id: data.commandId, args: { soundId, scene: 3, version: 4, sizeKb: 48 } });
  expect(command.args['url']).toMatch(/^\/common\/file\/audio-0001\?e=\d+&s=/);
  await device.answer(data.commandId, 'succeeded');
  expect(await rig.reaches(data.commandId, 3)).toMatchObject({ command: 'SET_SOUND', source: 2 });
  // What was refused has counted nothing.
  expect(await rig.rows('select download_count from veh_sound_effect where id = $1', [soundId])).toEqual([
    { download_count: 1 },
  ]);
});

test('not what is off the shelf, for another model, to be bought, or for another rider', async () => {
  expect((await apply(await addSound('下架', { shelf: 2 }))).code).toBe(1002);
  expect((await apply(await addSound('别款', { types: [] }))).code).toBe(1002);
  expect((await apply(await addSound('付费', { free: 0 }))).code).toBe(1003);
  expect((await apply(await addSound('别人'), (await rig.addVehicle()).vin)).code).toBe(1011);
});

test('staff cannot send it by the console', async () => {
  const answer = await rig.send(rig.tokens.aftersales, {
    vin: vehicle.vin,
    command: 'SET_SOUND',
    params: {},
    reasonCode: '1',
    remark: '试一下',
  });
  expect(answer.code).toBe(1003);
});
