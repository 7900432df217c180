import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRole } from '../access/fixture.ts';
import { sampleFile } from '../registry/samples.ts';
import { eventually } from '../gateway/fixture.ts';
import { caseForm, startKit, type Bound, type Heard, type Kit } from './kit.ts';

let kit: Kit;
let worker: string;
let reader: string;
let vehicle: Bound;
let device: Heard;
let caseId: string;

beforeAll(async () => {
  kit = await startKit();
  worker = await kit.staff('watch.cs', 'cs');
  await addRole(kit.t, 'only_look', ['stolenMonitorManage', 'stolenMonitorManage.query']);
  reader = await kit.staff('watch.reader', 'only_look');
  vehicle = await kit.vehicle();
  device = await kit.connect(vehicle);
  const stolenTime = new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const made = await kit.t.call<{ id: string }>(
    'POST',
    '/veh/crm/stolen/add',
    { vin: vehicle.vin, ...caseForm, stolenTime },
    { as: worker },
  );
  caseId = made.data.id;
  await report(1, 31.2);
  await kit.t.call('POST', '/veh/crm/stolen/transition', { id: caseId, action: 'verify' }, { as: worker });
});
afterAll(() => kit.stop());

const report = (seq: number, lat: number) =>
  device.say('telemetry', {
    mid: `1-${seq}`,
    s: [
      {
        ts: Date.now(),
        pos: { lat, lng: 121.5, spd: 2, fix: 3 },
        bat: [{ sn: '08QPB1LZX25B2000000777AB', slot: 1, soc: 60 }],
        net: { csq: 21, cell: '460-00-1234' },
      },
    ],
  });

interface Live {
  status: { gpsLat: number; gpsMasked: number; soc: number };
  points: number[][];
  forecast: { soc: number; emptyAt: number };
  network: { csq: number; cell: unknown } | null;
  guard: { lat: number; radius: number } | null;
  placed: number;
}
const live = async (as: string) =>
  (await kit.t.call<Live>('POST', '/veh/crm/stolen/live', { id: caseId }, { as })).data;

test('who works on the case sees where it is, and that is logged; who may only look sees the city', async () => {
  const seen = await live(worker);
  expect(seen).toMatchObject({
    status: { gpsLat: 31.2, gpsMasked: 0, soc: 60 },
    placed: 1,
    guard: { lat: 31.2, radius: 200 },
    network: { csq: 21, cell: '460-00-1234' },
  });
  expect(seen.points.at(-1)?.slice(1, 3)).toEqual([121.5, 31.2]);
  expect(seen.forecast.emptyAt).toBeGreaterThan(Date.now());
  const [log] = await kit.rows<{ n: number }>(
    "select count(*)::int as n from sys_sensitive_access_log where entity = 'stolenCase' and entity_id = $1",
    caseId,
  );
  expect(log?.n).toBe(1);
  expect(await live(reader)).toMatchObject({
    status: { gpsMasked: 1 },
    points: [],
    network: null,
    guard: null,
    placed: 0,
  });
});

test('nothing from before the theft is shown, and asking on for what is new is logged once in a while', async () => {
  await kit.rows(
    `insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, lng, lat, spd_kmh)
     values ($1, now() - interval '10 minutes', now(), 9, 1, 0, 121.1, 31.1, 30)`,
    vehicle.vehicleId,
  );
  const other = await kit.staff('watch.other', 'cs');
  const ask = async (afterTime: string) =>
    (await kit.t.call<Live>('POST', '/veh/crm/stolen/live', { id: caseId, afterTime }, { as: other })).data;
  const { points } = await ask('2020-01-01 00:00:00');
  expect(points.length).toBeGreaterThan(0);
  expect(points.map(([, lng]) => lng)).not.toContain(121.1);
  await ask('2026-01-05 08:00:00');
  const logged = await kit.rows(
    `select 1 from sys_sensitive_access_log where username = 'watch.other' and field = 'lastPosition' and entity_id = $1`,
    caseId,
  );
  expect(logged).toHaveLength(1);
});

test('the page receives each report and each change of the case', async () => {
  const { port } = await kit.t.http.listen({ port: 0, host: '127.0.0.1' }).then((address) => new URL(address));
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/live/stream?topics=stolen:${caseId}`, {
    headers: { authorization: `Bearer ${worker}` },
    signal: stop.signal,
  });
  const heard: string[] = [];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard.push(Buffer.from(chunk as Uint8Array).toString());
  })().catch(() => undefined);
  const said = (part: string) => eventually(async () => heard.join('').includes(part));
  await said('"gpsLat":31.2');
  await report(2, 31.2042);
  await said('"gpsLat":31.2042');
  await kit.t.call('POST', '/veh/crm/stolen/note', { id: caseId, content: '已联系派出所' }, { as: worker });
  await said('"caseChanged":true');
  stop.abort();
  await reading;
  const refused = await fetch(`http://127.0.0.1:${port}/live/stream?topics=stolen:${caseId}`, {
    headers: { authorization: `Bearer ${await kit.staff('watch.quality', 'finance')}` },
  });
  expect(refused.status).toBe(403);
});

test('notes keep what was said and shown, and are never changed', async () => {
  const { id: workerId } = await kit.t.app.sessions.authenticate(worker, undefined);
  const image = await sampleFile(kit.t, 'evidence', workerId);
  await kit.t.call(
    'POST',
    '/veh/crm/stolen/note',
    { id: caseId, content: '现场照片', images: [image] },
    { as: worker },
  );
  const { data } = await kit.t.call<{ list: { content: string; images: string[]; imagesUrl: string[] }[] }>(
    'POST',
    '/veh/crm/stolenNote/list',
    { query: { stolenCaseId: caseId, kind: 1 } },
    { as: worker },
  );
  expect(data.list[0]).toMatchObject({ content: '现场照片', images: [image] });
  expect(data.list[0]?.imagesUrl).toHaveLength(1);
  await expect(kit.rows("update veh_stolen_note set content = 'x'")).rejects.toThrow(/append|change/i);
});

test('a link shows the position to whoever has it, is counted, and ends when revoked or when the search is over', async () => {
  const share = async () =>
    (
      await kit.t.call<{ id: string; token: string }>(
        'POST',
        '/veh/crm/stolen/share',
        { id: caseId, hours: 24 },
        { as: worker },
      )
    ).data;
  const look = (token: string) =>
    kit.t.call<{ position: { lat: number }; plateNo: string; [field: string]: unknown }>(
      'POST',
      '/veh/crm/stolen/shared',
      { token },
    );
  const [one, two] = [await share(), await share()];
  const seen = await look(one.token);
  expect(seen.data.position.lat).toBeCloseTo(31.2042);
  expect(Object.keys(seen.data).toSorted()).toEqual([
    'color',
    'expireTime',
    'map',
    'plateNo',
    'position',
    'vehicleTypeName',
  ]);
  const waiting = kit.t.call<{ position: { lat: number } }>('POST', '/veh/crm/stolen/shared', {
    token: one.token,
    wait: true,
  });
  await report(5, 31.3);
  expect((await waiting).data.position.lat).toBeCloseTo(31.3);
  const list = await kit.t.call<{ id: string; viewCount: number; active: number }[]>(
    'POST',
    '/veh/crm/stolen/shares',
    { id: caseId },
    { as: worker },
  );
  expect(list.data.map(({ id, viewCount, active }) => ({ id, viewCount, active }))).toEqual([
    { id: two.id, viewCount: 0, active: 1 },
    { id: one.id, viewCount: 1, active: 1 },
  ]);
  expect(
    (await kit.t.call('POST', '/veh/crm/stolen/revokeShare', { id: caseId, shareId: one.id }, { as: worker })).code,
  ).toBe(0);
  expect((await look(one.token)).code).toBe(1002);
  expect((await look('x'.repeat(43))).code).toBe(1002);
  const tokens = await kit.rows<{ n: number }>(
    "select count(*)::int as n from veh_stolen_share where encode(token_hash, 'escape') like '%' || $1 || '%'",
    two.token,
  );
  expect(tokens[0]?.n).toBe(0);
  await kit.t.call(
    'POST',
    '/veh/crm/stolen/transition',
    { id: caseId, action: 'giveUp', remark: '多日没有线索' },
    { as: worker },
  );
  expect((await look(two.token)).code).toBe(1002);
  expect((await kit.t.call('POST', '/veh/crm/stolen/share', { id: caseId }, { as: worker })).code).toBe(1004);
});
