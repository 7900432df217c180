import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { eventually } from '../gateway/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { alarmsOf, makeAlarmWorld, type World } from './world.ts';

let world: World;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = await makeAlarmWorld();
  await world.rows(
    "insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('looker', '只看', 1, 0, 0, 1)",
  );
  await world.rows(
    "insert into sys_role_function (role_code, function_code) select 'looker', code from sys_function where code in ('alarmManageGroup', 'alarmManage', 'alarmManage.query', 'alarmDetail')",
  );
  // An operator may give dealers what is for staff at first.
  const forDealers = ['alarmManage.viewLocation', 'historytrace.replay'];
  await world.rows('update sys_function set staff_only = 0 where code = any($1)', forDealers);
  await world.rows(
    "insert into sys_role_function (role_code, function_code) select 'dealer', unnest($1::text[]) on conflict do nothing",
    forDealers,
  );
  tokens['looker'] = (await signInAs(world.t, { roles: ['looker'] })).token;
  tokens['quality'] = (await signInAs(world.t, { roles: ['quality'] })).token;
  tokens['dealer'] = (await signInAs(world.t, { roles: ['dealer'], dealerId: '9001' })).token;
});
afterAll(() => world.stop());

const ask = <Data>(as: string, path: string, body: object) =>
  world.t.call<Data>('POST', `/veh/crm/${path}`, body, { as: as === 'admin' ? as : (tokens[as] ?? '') });

async function armed(dealerId = '9001') {
  const scooter = await world.addScooter({ dealerId });
  const device = await world.connect(scooter);
  await device.event('ILLEGAL_MOVE', 'raise', { pos: { lat: 31.234567, lng: 121.456789 }, data: { note: 'x' } });
  const [row] = await alarmsOf(world, scooter.id);
  return {
    scooter,
    device,
    alarm: row ?? { id: '', alarmNo: '', type: '', level: 0, count: 0, recover: 0, handle: 0, suppressed: 0 },
  };
}

interface Detail {
  readonly position: { lng: number; lat: number; masked: number } | null;
  readonly trace: unknown[];
  readonly events?: { payload: Record<string, unknown> }[];
  readonly owner: { mobile: string } | null;
}

describe('who sees what', () => {
  test('where a security alarm was is known with the right alone: not in detail, list, export, filter or raw data', async () => {
    const { alarm } = await armed();
    const whole = await ask<Detail>('admin', 'alarm/detail', { id: alarm.id });
    expect(whole.data.position).toEqual({ lng: 121.456789, lat: 31.234567, masked: 0 });
    expect(whole.data.events).toMatchObject([{ payload: { pos: { lat: 31.234567 }, data: { note: 'x' } } }]);
    const masked = await ask<Detail>('looker', 'alarm/detail', { id: alarm.id });
    expect(masked.data.position).toMatchObject({ masked: 1 });
    expect(masked.data.events).toBeUndefined();
    for (const text of [masked, await ask('looker', 'alarm/list', { query: { id: alarm.id } })].map((answer) =>
      JSON.stringify(answer.data),
    ))
      expect(text).not.toMatch(/121\.45|31\.23456/);
    for (const query of [{ 'lng.ge': 121 }, { lat: 31.234567 }])
      expect((await ask('looker', 'alarm/list', { query })).code).toBe(1001);
    expect(masked.data.owner?.mobile).toMatch(/\*\*\*\*/);
    // Raw data without the right to the place: the message is shown, its position is not.
    await world.rows(
      "insert into sys_role_function (role_code, function_code) values ('looker', 'alarmManage.rawData') on conflict do nothing",
    );
    const raw = await eventually(async () => {
      const { data } = await ask<Detail>('looker', 'alarm/detail', { id: alarm.id });
      return data.events && data;
    });
    expect(raw.events?.[0]?.payload).toMatchObject({ data: { note: 'x' } });
    expect(raw.events?.[0]?.payload).not.toHaveProperty('pos');
    await world.rows(
      "delete from sys_role_function where role_code = 'looker' and function_code = 'alarmManage.rawData'",
    );
  });

  test('a battery alarm’s place takes the right as well; the trace is for those who may replay', async () => {
    const scooter = await world.addScooter();
    const device = await world.connect(scooter);
    const base = Date.now() - 20 * 60_000;
    for (let n = 0; n < 5; n++)
      await device.report({
        ts: base + n * 60_000,
        pos: { lat: 31.2 + n / 1000, lng: 121.4, spd: 5, fix: 3 },
        bat: [{ sn: 'S', soc: 90 - n, v: 60, tMax: 40 + n }],
      });
    await device.event('CELL_OVER_VOLT', 'raise', { ts: base + 120_000 });
    const [alarm] = await alarmsOf(world, scooter.id);
    const [all, looker, dealer] = await Promise.all(
      ['admin', 'looker', 'dealer'].map((as) => ask<Detail>(as, 'alarm/detail', { id: alarm?.id })),
    );
    expect([all, looker, dealer].map((seen) => seen?.data.trace.length)).toEqual([5, 0, 0]);
    expect(dealer?.data.position, 'a dealer may see where, but no trace').toMatchObject({ masked: 0 });
    const looks = await world.rows(
      "select username, field, reason from sys_sensitive_access_log where entity = 'alarm' and entity_id = $1",
      alarm?.id,
    );
    expect(looks).toEqual([{ username: 'admin', field: 'trace', reason: alarm?.alarmNo }]);
    expect(all?.data.position).toMatchObject({ masked: 0, lng: 121.4 });
    expect(looker?.data.position).toMatchObject({ masked: 1 });
    expect(looker?.data.position?.lng).not.toBe(121.4);
    const curves = await ask<{ series: Record<string, [number, number][]> }>('looker', 'alarm/telemetry', {
      id: alarm?.id,
    });
    expect(curves.data.series['tempMaxC']).toEqual([0, 1, 2, 3, 4].map((n) => [base + n * 60_000, 40 + n]));
    expect(curves.data.series['motorTempC']).toEqual([]);
    expect((await ask('looker', 'alarm/telemetry', { id: alarm?.id, minutesBefore: 9999 })).code).toBe(1001);
  });

  test('an alarm of a vehicle in the middle of an update names the task, for those who see tasks', async () => {
    const { alarm, scooter } = await armed();
    const execution = await addSample(world.t, entityNamed('otaExecution'));
    const [task] = await world.rows<{ id: string; no: string; version: string }>(
      `update ota_execution x set vehicle_id = $2, status = 4, progress = 40 from ota_task t where x.id = $1 and t.id = x.task_id
       returning t.id::text as id, t.task_no as no, x.to_version as version`,
      execution,
      scooter.id,
    );
    const updateFor = async (as: string) =>
      (await ask<{ update: object | null }>(as, 'alarm/detail', { id: alarm.id })).data.update;
    expect(await updateFor('admin')).toEqual({
      entity: 'otaTask',
      taskId: task?.id,
      taskNo: task?.no,
      version: task?.version,
      progress: 40,
    });
    expect(await updateFor('looker')).toBeNull();
  });

  test('a dealer reads the alarms of their own vehicles, and handles none', async () => {
    const [own, foreign] = [await armed('9001'), await armed('9002')];
    const list = await ask<{ list: { id: string }[]; counters: { unhandled: number } }>('dealer', 'alarm/list', {
      pageSize: 200,
    });
    const ids = list.data.list.map(({ id }) => id);
    expect(ids).toContain(own.alarm.id);
    expect(ids).not.toContain(foreign.alarm.id);
    const all = await ask<{ counters: { unhandled: number } }>('admin', 'alarm/list', {});
    expect(list.data.counters.unhandled).toBeLessThan(all.data.counters.unhandled);
    for (const [path, body] of [
      ['alarm/detail', {}],
      ['alarm/telemetry', {}],
    ] as const)
      expect((await ask('dealer', path, { id: foreign.alarm.id, ...body })).code).toBe(1011);
    for (const path of [
      'alarm/claim',
      'alarm/assign',
      'alarm/ignore',
      'alarm/handle',
      'alarm/push',
      'alarmRule/list',
      'alarmRule/update',
    ])
      expect((await ask('dealer', path, { id: own.alarm.id, ids: [own.alarm.id] })).code, path).toBe(1003);
    const view = await world.t.call<{ list: { id: string }[] }>(
      'POST',
      '/query/queryview',
      { extend: { view: { code: 'V_LATEST_ALARM' } }, query: { pageSize: 100 } },
      { as: tokens['dealer'] ?? '' },
    );
    expect(view.data.list.map(({ id }) => id)).not.toContain(foreign.alarm.id);
    expect(view.data.list[0]).toMatchObject({ alarmType: 'ILLEGAL_MOVE', level: 4, recoverStatus: 0 });
    const top = await world.t.call<{ list: object[] }>(
      'POST',
      '/query/queryview',
      { extend: { view: { code: 'V_ALARM_TOP10_7D' } }, query: {} },
      { as: tokens['dealer'] ?? '' },
    );
    expect(top.data.list).toContainEqual(expect.objectContaining({ alarmType: 'ILLEGAL_MOVE' }));
  });

  test('ranges are bounded to those of statistics', async () => {
    const range = (field: string, days: number) => ({
      [`${field}.ge`]: '2026-01-01',
      [`${field}.le`]: new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10),
    });
    expect((await ask('admin', 'alarm/list', { query: range('firstTime', 366) })).code).toBe(0);
    expect((await ask('admin', 'alarm/list', { query: range('firstTime', 400) })).code).toBe(1012);
    expect((await ask('admin', 'alarm/export', { query: range('firstTime', 400) })).code).toBe(1012);
    expect((await ask('admin', 'faultReport/list', { query: range('setTime', 366) })).code).toBe(0);
    expect((await ask('admin', 'faultReport/export', { query: range('setTime', 400) })).code).toBe(1012);
    expect((await ask<{ fileName: string }>('admin', 'faultReport/export', { query: {} })).data.fileName).toMatch(
      /xlsx$/,
    );
    expect((await ask<{ fileName: string }>('admin', 'alarm/export', { query: {} })).data.fileName).toMatch(/xlsx$/);
  });

  test('news since a moment', async () => {
    const before = new Date(Date.now() + 8 * 3_600_000 - 1000).toISOString().slice(0, 19).replace('T', ' ');
    const { alarm } = await armed();
    const { data } = await ask<{ count: number; list: { id: string }[] }>('quality', 'alarm/newSince', {
      afterTime: before,
      level: 4,
    });
    expect(data.list.map(({ id }) => id)).toContain(alarm.id);
    expect((await ask('quality', 'alarm/newSince', { afterTime: 'x' })).code).toBe(1001);
  });
});

test('a new alarm reaches open pages at once, each in its scope', async () => {
  const { http } = world.t;
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const open = async (token: string) => {
    const outgoing = httpRequest({
      port,
      path: '/live/stream?topics=alarm',
      headers: { authorization: `Bearer ${token}` },
    }).end();
    const [raw] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    raw.setEncoding('utf8').on('data', (part: string) => (text += part));
    return { status: raw.statusCode, text: () => text, close: () => outgoing.destroy() };
  };
  const market = (await signInAs(world.t, { roles: ['marketing'] })).token;
  const [looker, dealer, refused] = await Promise.all([
    open(tokens['looker'] ?? ''),
    open(tokens['dealer'] ?? ''),
    open(market),
  ]);
  expect(refused.status).toBe(403);
  const foreign = await armed('9002');
  await eventually(async () => looker.text().includes(`{"id":"${foreign.alarm.id}","level":4,"type":"ILLEGAL_MOVE"}`));
  const own = await armed('9001');
  await eventually(async () => dealer.text().includes(`"id":"${own.alarm.id}"`));
  expect(dealer.text()).not.toContain(`"id":"${foreign.alarm.id}"`);
  for (const stream of [looker, dealer]) stream.close();
});

describe('the owner in the app', () => {
  const get = (token: string, query: object = {}) =>
    world.t.call<{ list: { alarmNo: string; alarmName: string }[]; total: number }>(
      'GET',
      '/app/v1/alarm/list',
      query,
      { as: token },
    );
  const answer = (token: string, alarmNo: string, action: string) =>
    world.t.call('POST', '/app/v1/alarm/confirm', { alarmNo, action }, { as: token });

  test('sees their own alarms, closes what they caused themselves, asks for help', async () => {
    const [mine, theirs] = [await armed(), await armed()];
    const token = await issueAppToken(world.t.app, mine.scooter.ownerId);
    expect((await get(token)).data).toMatchObject({
      total: 1,
      list: [{ alarmNo: mine.alarm.alarmNo, alarmName: '非法移动' }],
    });
    expect((await get(token, { vin: theirs.scooter.vin })).data.total).toBe(0);
    expect((await answer(token, theirs.alarm.alarmNo, 'mine')).code).toBe(1002);
    expect((await answer(token, mine.alarm.alarmNo, 'help')).code).toBe(0);
    expect((await answer(token, mine.alarm.alarmNo, 'mine')).code).toBe(0);
    expect(await alarmsOf(world, mine.scooter.id)).toMatchObject([{ handle: 3 }]);
    expect((await answer(token, mine.alarm.alarmNo, 'mine')).code).toBe(1004);
    const { data } = await ask<{ ignoreReason: string; logs: { action: string }[] }>('admin', 'alarm/detail', {
      id: mine.alarm.id,
    });
    expect(data.ignoreReason).toBe('2');
    expect(data.logs.map(({ action }) => action)).toEqual(expect.arrayContaining(['ownerMine', 'ownerHelp']));
    expect((await world.t.call('GET', '/app/v1/alarm/list')).status).toBe(401);
  });

  test('asks for help as often as they like: staff hear of it once, and beyond thirty times it is refused', async () => {
    const { scooter, alarm } = await armed();
    const token = await issueAppToken(world.t.app, scooter.ownerId);
    const notices = async () =>
      (
        await world.rows(
          `select 1 from msg_notice where title_zh like '车主求助%' and body_zh like $1`,
          `${alarm.alarmNo}%`,
        )
      ).length;
    expect((await answer(token, alarm.alarmNo, 'help')).code).toBe(0);
    const told = await notices();
    expect(told).toBeGreaterThan(0);
    const codes: number[] = [];
    for (let n = 0; n < 40; n++) codes.push((await answer(token, alarm.alarmNo, 'help')).code);
    expect(codes.filter((code) => code === 0)).toHaveLength(29);
    expect(codes.at(-1)).toBe(1104);
    expect(await notices()).toBe(told);
  });

  test('a crash is not explained away', async () => {
    const scooter = await world.addScooter();
    await world.raise({ vehicleId: scooter.id, type: 'CRASH' });
    const [alarm] = await alarmsOf(world, scooter.id);
    const token = await issueAppToken(world.t.app, scooter.ownerId);
    expect((await answer(token, alarm?.alarmNo ?? '', 'mine')).code).toBe(1004);
  });
});
