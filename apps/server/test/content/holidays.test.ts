import { createHash } from 'node:crypto';
import { formatDay } from '@wheelhouse/contract/time';
import { daysLater } from '@wheelhouse/entities/content/holiday-dates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holidayDownloads } from '../../src/modules/content/holidays/downloads.ts';
import { holidayJobs, holidayPlans } from '../../src/modules/content/holidays/plan.ts';
import { eventually, startControl, type ControlRig, type FakeDevice, type TestVehicle } from '../control/rig.ts';
import { sampleFile } from '../registry/samples.ts';
import { deviceCaller } from '../support/device-call.ts';
import { keepFile } from '../support/keep-file.ts';
import { wavOf } from '../support/media.ts';

let rig: ControlRig;
let vehicle: TestVehicle;
let device: FakeDevice;
beforeAll(async () => {
  rig = await startControl();
  vehicle = await rig.addVehicle();
  device = await vehicle.connect();
  await eventually(async () => (await isOnline(vehicle)) || undefined);
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await rig.rows('delete from cnt_holiday_voice_vehicle');
  await rig.rows('update cnt_holiday_voice set enabled = 0');
  await work();
  device.commands.length = 0;
});

interface Detail {
  id: string;
  rev: number;
  version: number;
  enabled: number;
  durationSec: number;
  loadedCount: number;
  waitingCount: number;
  failedCount: number;
}
interface Added {
  id: string;
  rev: number;
  errors?: { field: string; message: string }[];
}
const isOnline = async ({ id }: TestVehicle): Promise<boolean> =>
  (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and online = 1', [id])).length === 1;
const call = <Data = Added>(path: string, body: object, as = 'admin') =>
  rig.test.call<Data>('POST', `/ps/crm/holidayVoice/${path}`, body, { as });
const inDays = (days: number): string => daysLater(formatDay(new Date()), days);
const span = (from: number, to = from): string => `${inDays(from)}..${inDays(to)}`;
const form = async (more: object = {}) => ({
  holidayName: '春节',
  holidayCode: 'SPRING',
  dateMode: 3,
  dates: [span(3, 5)],
  scene: 1,
  audioFile: await sampleFile(rig.test, 'audio'),
  text: '新春快乐，一路平安',
  volume: 7,
  sort: 100,
  enabled: 1,
  ...more,
});
const add = async (more: object = {}): Promise<string> => {
  const { code, data, message } = await call('add', await form(more));
  expect(code, `${message} ${JSON.stringify(data)}`).toBe(0);
  return data.id;
};
const refused = async (more: object) => {
  const { code, message, data } = await call('add', await form(more));
  return { code, message, fields: (data.errors ?? []).map(({ field }) => field) };
};
const detail = async (id: string) => (await call<Detail>('detail', { id })).data;
const change = async (id: string, more: object) => call('update', { id, rev: (await detail(id)).rev, ...more });
/** @returns the code of the refusal, 0 for none */
const enable = async (id: string, enabled: 0 | 1): Promise<number> => {
  const { code, data } = await call<{ skipped?: { code: number }[] }>('enable', { ids: [id], enabled });
  return code === 0 ? (data.skipped?.[0]?.code ?? 0) : code;
};
/** Everything that is due, as often as it takes. */
async function work(): Promise<void> {
  while ((await holidayPlans.round(rig.test.app)) + (await holidayDownloads.round(rig.test.app)) > 0);
}
/** As if the hours had passed until vehicles are told again. */
async function afterPause(): Promise<void> {
  await rig.rows('update cnt_holiday_voice_vehicle set next_time = now() where next_time is not null');
  await work();
}
const counts = async (id: string) => {
  const { loadedCount, waitingCount, failedCount } = await detail(id);
  return [loadedCount, waitingCount, failedCount];
};
const settles = (id: string, ...wanted: readonly number[]) =>
  eventually(async () => (JSON.stringify(await counts(id)) === JSON.stringify(wanted) ? true : undefined));

describe('a holiday voice', () => {
  test('has dates of its mode, at most 15 days in a piece', async () => {
    for (const [dateMode, date] of [
      [1, '02-30'],
      [1, '12-20..01-09'],
      [2, '01-31'],
      [3, '01-01'],
      [3, span(1, 16)],
    ])
      expect(await refused({ dateMode, dates: [date] }), `${date}`).toMatchObject({ code: 1001, fields: ['dates'] });
    expect(await refused({ dates: [span(1, 3), span(3, 4)] })).toMatchObject({ fields: ['dates'] });
    expect((await call('add', await form({ dateMode: 2, dates: ['12-30..01-07'] }))).code).toBe(0);
  });

  test('has a sound of 0.5 to 10 s up to 500 KB, which is measured', async () => {
    const sound = (seconds: number, rate?: number) =>
      keepFile(rig.test.app, {
        name: 'sound.wav',
        contentType: 'audio/wav',
        bytes: wavOf(seconds, rate === undefined ? {} : { rate }),
        biz: 'audio',
        uploader: { type: 'user', id: '1' },
      });
    expect(await refused({ audioFile: await sound(0.4) })).toMatchObject({ code: 1001, fields: ['audioFile'] });
    expect(await refused({ audioFileEn: await sound(11) })).toMatchObject({ code: 1001, fields: ['audioFileEn'] });
    expect(await refused({ audioFile: await sound(9, 48_000) })).toMatchObject({ fields: ['audioFile'] });
    expect(await detail(await add({ audioFile: await sound(2) }))).toMatchObject({ durationSec: 2, version: 1 });
  });

  test('is refused on the days of another of the scene and a common model (5231)', async () => {
    const id = await add({ holidayName: '元旦', dates: [span(3, 5)], vehicleTypeIds: ['1'] });
    expect(await refused({ dates: [span(5, 6)] })).toEqual({
      code: 5231,
      message: '与「元旦」日期重叠',
      fields: ['dates'],
    });
    expect((await refused({ dateMode: 1, dates: [inDays(4).slice(5)] })).code).toBe(5231);
    expect((await refused({ dates: [span(6)] })).code).toBe(0);
    expect((await refused({ scene: 2 })).code).toBe(0);
    const off = await add({ enabled: 0, holidayName: '停用' });
    expect(await enable(off, 1)).toBe(5231);
    await enable(id, 0);
    expect(await enable(off, 1)).toBe(0);
    expect((await change(off, { dates: [span(6)] })).code).toBe(5231);
  });

  test('is not there twice though two are saved at once', async () => {
    const forms = await Promise.all([1, 2, 3, 4].map((n) => form({ holidayName: `同时${n}` })));
    const answers = await Promise.all(forms.map((one) => call('add', one)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 5231, 5231, 5231]);
  });

  test('is kept by those who have the button', async () => {
    expect((await call('list', { page: 1, pageSize: 10, query: {} }, rig.tokens.cs)).code).toBe(0);
    expect((await call('add', await form(), rig.tokens.cs)).code).toBe(1003);
    expect((await call('enable', { ids: ['1'], enabled: 0 }, rig.tokens.cs)).code).toBe(1003);
  });
});

describe('vehicles', () => {
  test('are told a week before, load the file that was announced, and say so', async () => {
    const bytes = wavOf(3);
    const audioFile = await keepFile(rig.test.app, {
      name: 'sound.wav',
      contentType: 'audio/wav',
      bytes,
      biz: 'audio',
      uploader: { type: 'user', id: '1' },
    });
    const id = await add({ audioFile, dates: [span(7, 9)], volume: 5 });
    const later = await add({ dates: [span(20)] });
    await work();
    const { id: commandId, args } = await device.next('setVoice');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(args).toMatchObject({ voiceId: id, scene: 1, from: inDays(7), to: inDays(9), volume: 5, sha256 });
    const file = await rig.test.http.inject({ method: 'GET', url: String(args['url']) });
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256);
    expect([await counts(id), await counts(later)]).toEqual([
      [0, 1, 0],
      [0, 0, 0],
    ]);
    await device.answer(commandId, 'succeeded');
    await settles(id, 1, 0, 0);
    // The work and the job again change nothing.
    await holidayJobs[0]?.run(rig.test.app);
    await afterPause();
    expect(device.commands).toEqual([]);
  });

  test('load a new version of the audio or the dates, not of a name', async () => {
    const id = await add();
    await work();
    await device.answer((await device.next('setVoice')).id, 'succeeded');
    await settles(id, 1, 0, 0);
    await change(id, { holidayName: '新春', sort: 5 });
    await work();
    expect([await counts(id), device.commands]).toEqual([[1, 0, 0], []]);
    await change(id, { dates: [span(2, 4)] });
    await work();
    const moved = await device.next('setVoice');
    expect(moved.args).toMatchObject({ from: inDays(2), to: inDays(4) });
    await change(id, { audioFile: await sampleFile(rig.test, 'audio') });
    await work();
    const again = await device.next('setVoice');
    // An answer about the version before says nothing of this one.
    await device.answer(moved.id, 'succeeded');
    await device.answer(again.id, 'failed', 20);
    await eventually(
      async () => (await rig.rows("select 1 from cnt_holiday_voice_vehicle where last_error = 'code 20'"))[0],
    );
    expect([await counts(id), (await detail(id)).version]).toEqual([[0, 1, 0], 3]);
    await afterPause();
    await device.answer((await device.next('setVoice')).id, 'succeeded');
    await settles(id, 1, 0, 0);
  });

  test('that are told in vain five times have failed', async () => {
    const id = await add();
    await work();
    for (let n = 0; n < 5; n++) await afterPause();
    expect([await counts(id), device.commands.length]).toEqual([[0, 0, 1], 5]);
    // A late answer still counts.
    await device.answer(device.commands.at(-1)?.id ?? '', 'succeeded');
    await settles(id, 1, 0, 0);
  });

  test('forget what is switched off; who was not told is left out', async () => {
    const away = await rig.addVehicle();
    const id = await add();
    await work();
    await device.answer((await device.next('setVoice')).id, 'succeeded');
    await settles(id, 1, 1, 0);
    await enable(id, 0);
    await work();
    const gone = await device.next('removeVoice');
    expect(gone.args).toEqual({ voiceId: id });
    expect(await rig.rows('select vehicle_id::text as id from cnt_holiday_voice_vehicle')).toEqual([
      { id: vehicle.id },
    ]);
    await device.answer(gone.id, 'succeeded');
    await eventually(async () => (await rig.rows('select 1 from cnt_holiday_voice_vehicle')).length === 0 || undefined);
    await enable(id, 1);
    await work();
    expect((await device.next('setVoice')).args).toMatchObject({ voiceId: id });
    expect((await call('batchDelete', { ids: [id] })).code).toBe(0);
    await work();
    expect((await device.next('removeVoice')).args).toEqual({ voiceId: id });
    await rig.rows('update veh_vehicle set deleted = true where id = $1', [away.id]);
  });

  test('that ride are left alone, and those that come back later are told until the period is over', async () => {
    const id = await add({ dates: [span(-2, 1)] });
    await device.report(6);
    await eventually(
      async () =>
        (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh > 5', [vehicle.id]))[0],
    );
    await work();
    expect([device.commands, await counts(id)]).toEqual([[], [0, 1, 0]]);
    await device.report(0);
    await eventually(
      async () =>
        (await rig.rows('select 1 from veh_vehicle_status where vehicle_id = $1 and speed_kmh = 0', [vehicle.id]))[0],
    );
    await afterPause();
    await device.answer((await device.next('setVoice')).id, 'succeeded');
    await settles(id, 1, 0, 0);
    const late = await rig.addVehicle();
    await holidayJobs[0]?.run(rig.test.app);
    await work();
    await settles(id, 1, 1, 0);
    const unit = await late.connect();
    await eventually(async () => {
      await work();
      return unit.commands.length > 0 || undefined;
    });
    expect(unit.commands[0]).toMatchObject({ type: 'setVoice', args: { voiceId: id } });
    await unit.leave();
    await rig.rows('update cnt_holiday_voice_vehicle set until_date = current_date - 2, next_time = now()');
    device.commands.length = 0;
    await work();
    expect([device.commands, (await counts(id))[1]]).toEqual([[], 0]);
    await rig.rows('update veh_vehicle set deleted = true where id = $1', [late.id]);
  });
});

test('a vehicle asks for its voices, and for nobody else’s', async () => {
  const caller = await rig.addVehicle();
  const asks = await deviceCaller(rig.test, caller.id);
  const manifest = (imei = caller.imei) =>
    asks<{ voiceId: string; url: string }[]>(`/device/v1/voice/manifest?imei=${imei}`, null);
  const id = await add({ dates: [span(2, 4), span(6), span(30)] });
  await add({ dates: [span(2)], scene: 2, enabled: 0 });
  const { code, data } = await manifest();
  const entry = { voiceId: id, scene: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
  expect([code, data.map(({ url, ...rest }) => [url.startsWith('/common/file/'), rest])]).toEqual([
    0,
    [
      [true, { ...entry, from: inDays(2), to: inDays(4) }],
      [true, { ...entry, from: inDays(6), to: inDays(6) }],
    ],
  ]);
  expect((await manifest(vehicle.imei)).code).toBe(1003);
  await rig.rows('update veh_type set ota_generation = 1');
  expect((await manifest()).data).toEqual([]);
  await rig.rows('update veh_type set ota_generation = 2');
  expect((await rig.test.call('GET', '/device/v1/voice/manifest', { imei: caller.imei })).code).toBe(1102);
});
