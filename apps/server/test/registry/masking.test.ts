import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Field, type Mask } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { readSheet } from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { seal } from '../../src/entity/seal.ts';
import { hasColumn, keyColumn, snake } from '../../src/entity/storage.ts';
import type { Call } from '../../src/http/call.ts';
import { effectOf } from '../../src/http/effect.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { calls } from '../../src/modules/index.ts';
import { views } from '../../src/modules/statistics/views.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { eventually } from '../gateway/fixture.ts';
import { fetchFile } from '../import-export/workbook.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';
import { openStream } from '../support/stream.ts';
import { addedOtherwise, addSample } from './samples.ts';

/**
 * A field that carries a right or a mask is kept back wherever it goes: values that stand in the database alone are looked for in the text of
 * every answer to somebody who holds every page but no data right, and to a dealer, who does not learn either who works for the platform.
 */
let t: TestApp;
const all = Object.values(entities).map(plain);
const ids = new Map<string, string>();
const tokens = { blind: '', dealer: '', seer: '' };
/** Exact values, by the field they stand in. */
const secrets = new Map<string, string>();
const staffName = '绝密员工甲';
let vehicleId = '';

const isPlaced = (name: string): boolean => /(^lng|^lat|Lng|Lat|Position)$/.test(name);
/** Fields of an entity's own table with a mask or a right. */
const guarded = (entity: EntityDef): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.kind === 'private' || field.right !== undefined);
const kept = all.filter((entity) => guarded(entity).some(([, field]) => !isDerived(field)));

/** Of others everything that an export can say is in their list. */
const exported = all.filter((entity) => entity.calls.includes('export') && guarded(entity).length > 0);

const query = <Row extends object>(text: string, ...values: unknown[]) => t.app.pool.query<Row & object>(text, values);

const privateValues: Readonly<Record<Mask, (n: number) => string>> = {
  mobile: (n) => `139${String(71_530_000 + n)}`,
  name: (n) => `欧阳隐秘${String.fromCodePoint(0x4e00 + n)}`,
  idNumber: (n) => `3101011990030${String(71_200 + n)}`,
  address: (n) => `上海市浦东新区暗巷${n}弄`,
};

/** What a record that nothing changes was made with (`addedOtherwise`). */
const madeWith: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  themeRevenue: { settlementRate: '37.65' },
};

/** Puts a value of its own into each guarded field of a row. */
async function plant(entity: EntityDef, id: string): Promise<void> {
  const own = madeWith[entity.name];
  if (own !== undefined) {
    for (const [name, value] of Object.entries(own)) secrets.set(`${entity.name}.${name}`, value);
    return;
  }
  const set: [string, unknown][] = [];
  for (const [name, field] of guarded(entity)) {
    if (isDerived(field) || !hasColumn(field)) continue;
    const key = `${entity.name}.${name}`;
    if (field.kind === 'private') {
      const value = privateValues[field.mask](secrets.size);
      const { enc, hash, mask } = seal(t.app.secrets, field.mask, value);
      set.push([`${snake(name)}_enc`, enc], [`${snake(name)}_hash`, hash], [`${snake(name)}_mask`, mask]);
      secrets.set(key, value);
    } else if (field.kind === 'decimal') {
      const value = `${/lat/i.test(name) ? '31.2876' : '121.4876'}${secrets.size % 10}1`;
      set.push([snake(name), value]);
      // Also rounded to ten metres it is the place.
      secrets.set(key, value.slice(0, -2));
    } else if (field.kind === 'json') {
      set.push([snake(name), JSON.stringify({ value: `raw-${key}` })]);
      secrets.set(key, `raw-${key}`);
    }
  }
  if (set.length === 0) return;
  const columns = set.map(([column], at) => `${column} = $${at + 2}`).join(', ');
  await query(
    `update ${entity.table} set ${columns} where ${keyColumn(entity)} = $1`,
    id,
    ...set.map(([, value]) => value),
  );
}

/** Rows that no call of the console adds. */
async function addOthers(dealerId: string): Promise<void> {
  await query(
    `insert into veh_vehicle_status (vehicle_id, online, report_time, recv_time, gps_time, gps_lng, gps_lat) values ($1, 1, now(), now(), now(), 121.487655, 31.287655)
     on conflict (vehicle_id) do update set report_time = now(), gps_lng = 121.487655, gps_lat = 31.287655`,
    vehicleId,
  );
  await query(
    "select veh_telemetry_partition((now() at time zone 'UTC')::date), alm_fault_report_partition((now() at time zone 'Asia/Shanghai')::date)",
  );
  await query(
    `insert into veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, lat, lng, fix, spd_kmh) values ($1, now(), now(), 1, 1, 0, 31.287655, 121.487655, 3, 5)`,
    vehicleId,
  );
  await query(
    `insert into veh_device_event (vehicle_id, kind, ts, recv_time, code, state, lat, lng, payload)
     values ($1, 'event', now(), now(), 'VIBRATION', 'raise', 31.287655, 121.487655, '{"pos": {"lat": 31.287655, "lng": 121.487655}, "lat": 31.287655}')`,
    vehicleId,
  );
  for (const name of ['changeRequest', 'winningRecord', 'goodsOrder', 'themeRevenue', 'blindBoxOrder'])
    ids.set(name, (await addedOtherwise[name]?.(t)) ?? '');
  // The dealer's to hand over.
  await query('update act_winning_record set dealer_id = $1, delivery_mode = 2', dealerId);
  const { rows } = await query<{ owner: string }>(
    'select owner_user_id::text as owner from veh_vehicle where id = $1',
    vehicleId,
  );
  ids.set('appUser', rows[0]?.owner ?? '');
  await addFeedback(t, rows[0]?.owner ?? '');
  await withTransaction(t.app.db, (tx) =>
    raiseAlarm(tx, {
      vehicleId,
      type: 'VIBRATION',
      time: new Date(),
      source: 'device',
      lng: 121.487655,
      lat: 31.287655,
      data: { pos: { lat: 31.287655, lng: 121.487655 }, lat: 31.287655, lng: 121.487655 },
    }),
  );
  await query(
    `insert into veh_trip (trip_no, vehicle_id, start_time, end_time, ongoing, duration_min, distance_km, point_count) values ('T1', $1, now() - interval '1 hour', now(), 0, 60, 9, 2)`,
    vehicleId,
  );
  await query(
    `insert into alm_fault_report (vehicle_id, device_type, fault_code, level, set_time) values ($1, 1, 'E1', 2, now())`,
    vehicleId,
  );
  await query(
    `insert into veh_stolen_note (stolen_case_id, kind, content, operator_id) values ($1, 1, '现场', 1)`,
    ids.get('stolenCase'),
  );
  await addUser(t, { username: 'masked.dealer', roles: ['dealer_blind'], dealerId });
}

beforeAll(async () => {
  t = await createTestApp();
  const { rows: functions } = await query<{ code: string; type: number; staff: number }>(
    'select code, function_type as type, staff_only as staff from sys_function',
  );
  // Rights of fields are data rights, some buttons and another page. To replay a trace is a right to see where it goes.
  const ofFields = new Set(all.flatMap(({ fields }) => Object.values(fields).map((field) => field.right)));
  const pages = functions.filter(
    ({ code, type }) =>
      type !== 3 && (!ofFields.has(code) || code.endsWith('.query')) && code !== 'historytrace.replay',
  );
  const codesOf = (some: typeof functions) => some.map(({ code }) => code);
  await addRole(t, 'every_page', codesOf(pages));
  await addRole(t, 'dealer_blind', codesOf(pages.filter(({ staff }) => staff === 0)), 4);
  await addRole(t, 'everything', codesOf(functions));
  for (const entity of all.filter((one) => one.calls.includes('add'))) ids.set(entity.name, await addSample(t, entity));
  const dealerId = ids.get('dealer') ?? '';
  const { rows: stolen } = await query<{ id: string }>('select vehicle_id::text as id from veh_stolen_case limit 1');
  vehicleId = stolen[0]?.id ?? '';
  await query('update veh_vehicle set dealer_id = $1', dealerId);
  await addOthers(dealerId);
  await query('update sys_user set real_name = $1 where user_type = 1', staffName);
  await query('update dlr_staff set dealer_id = $1', dealerId);
  const { rows: tables } = await query<{ name: string }>(
    `select distinct event_object_table as name from information_schema.triggers where trigger_name = 'append_only'`,
  );
  for (const { name } of tables) await query(`alter table ${name} disable trigger append_only`);
  await query('alter table sys_change_request disable trigger fixed');
  for (const entity of all.filter((one) => !ids.has(one.name))) {
    const { rows } = await query<{ id: string }>(
      `select ${keyColumn(entity)}::text as id from ${entity.table} order by 1 limit 1`,
    );
    if (rows[0]) ids.set(entity.name, rows[0].id);
  }
  for (const entity of kept) await plant(entity, ids.get(entity.name) ?? '');
  await query('update alm_alarm set dealer_id = $1', dealerId);
  await namesOfStaff();
  await addUser(t, { username: 'masked.blind', roles: ['every_page'] });
  await addUser(t, { username: 'masked.seer', roles: ['everything'] });
  await query('update sys_user set real_name = $1 where user_type = 1', staffName);
  for (const who of ['blind', 'dealer', 'seer'] as const) tokens[who] = await t.login(`masked.${who}`, password);
  await handled();
});
afterAll(() => t.stop());

/** Says of every row that the administrator did what can be done with it. */
async function namesOfStaff(): Promise<void> {
  for (const entity of all.filter((one) => !one.keyedBy && ids.has(one.name) && madeWith[one.name] === undefined)) {
    const refs = Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'ref' && field.to === 'sysUser' && !entity.open)
      .map(([name]) => snake(name));
    const { rows } = await query<{ name: string }>(
      `select attname as name from pg_attribute a join pg_class c on c.oid = attrelid and relkind <> 'v' where c.oid = $1::regclass and attname = any($2)`,
      entity.table,
      ['create_by', 'update_by', ...refs],
    );
    if (rows.length > 0)
      await query(
        `update ${entity.table} set ${rows.map(({ name }) => `${name} = 1`).join(', ')} where id = $1`,
        ids.get(entity.name),
      );
  }
}

/** The administrator gives the alarm to themselves, and says so in the alarm's own log. */
async function handled(): Promise<void> {
  const alarmIds = [ids.get('alarm')];
  await t.call('POST', '/veh/crm/alarm/assign', { ids: alarmIds, userId: '1' }, { as: 'admin' });
}

interface Asked {
  readonly what: string;
  readonly text: string;
}

const reads = (call: Call): boolean =>
  call.method === 'POST' &&
  call.proof === undefined &&
  call.access !== 'public' &&
  effectOf(call) === 'reads' &&
  !call.path.endsWith('/reveal');

/** What is sent to a call: whatever it may know a record by. */
function bodiesOf(call: Call): object[] {
  const { path } = call;
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const range = { from: day, to: day, 'startTime.ge': day, 'startTime.le': `${day} 23:59:59` };
  const own = all.filter((entity) => path.startsWith(`${entity.base}/`) && ids.has(entity.name));
  if (path === '/query/queryview') return Object.keys(views).map((code) => ({ 'extend.view.code': code }));
  if (path === '/search/global') return ['VIN', 'LZXE', 'AL20', '车主', 'zk25', '样例'].map((keyword) => ({ keyword }));
  if (path === '/rest/r/:modelName') return [];
  if (path === '/ref/options')
    return all.flatMap(({ name, page }) =>
      ['alarm.handlerId', `${page}.createBy`].map((field) => ({ entity: name, field, all: true })),
    );
  if (path.endsWith('/ofRecord')) return [...ids].map(([entity, id]) => ({ entity, id }));
  if (path === '/veh/crm/vehicle/status') return [{ vehicleIds: [vehicleId] }];
  const about = own.map(({ name }) => ({ id: ids.get(name) }));
  const ofVehicle = { id: vehicleId, minutesBefore: 30, minutesAfter: 30 };
  return [{}, ofVehicle, ...about].map((body) => ({ ...range, vehicleId, ...body }));
}

async function textOf(as: string, path: string, body: object): Promise<string> {
  const response = await t.http.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { authorization: `Bearer ${as}` },
  });
  if (!path.endsWith('/export') || response.statusCode !== 200) return response.body;
  const { data } = response.json<{ data: { fileName?: string } | null }>();
  if (data?.fileName === undefined || !data.fileName.endsWith('.xlsx')) return response.body;
  // Here and not as an import does, for which a thread would start each time.
  const bytes = await fetchFile(t, data.fileName, as);
  return JSON.stringify(await readSheet(new Uint8Array(bytes).buffer, { trim: false }));
}

/** Calls of one user that are under way at once: as many as they may have. */
const atOnce = 6;

/** Everything that can be read, as text. */
async function readAll(as: string): Promise<Asked[]> {
  const questions: [path: string, body: object][] = [];
  for (const call of calls.filter(reads)) for (const body of bodiesOf(call)) questions.push([call.path, body]);
  for (const entity of all) questions.push([`/rest/r/${entity.name}`, { [entity.name]: { query: {} } }]);
  for (const entity of exported) {
    const path = pathOfCall(entity, 'export');
    const sealed = guarded(entity).flatMap(([name, field]) => (field.kind === 'private' ? [name] : []));
    const ofRights = guarded(entity).flatMap(([name, field]) => (field.kind === 'private' ? [] : [[name]]));
    for (const columns of [undefined, sealed, ...ofRights])
      if (columns === undefined || columns.length > 0)
        questions.push([path, { query: {}, reason: '核对数据用途', ...(columns && { columns }) }]);
  }
  for (const path of ['/veh/crm/trace/export', '/veh/crm/mileage/export', '/system/crm/sysSession/export'])
    questions.push([path, { vehicleId, id: vehicleId, query: {} }]);
  const asked: Asked[] = [];
  const next = questions.values();
  const askOn = async (): Promise<void> => {
    for (const [path, body] of next)
      asked.push({ what: `${path} ${JSON.stringify(body)}`, text: await textOf(as, path, body) });
  };
  await Promise.all(Array.from({ length: atOnce }, askOn));
  return asked;
}

const found = (asked: readonly Asked[], values: Iterable<readonly [string, string]>): string[] =>
  [...values].flatMap(([field, value]) =>
    asked.filter(({ text }) => text.includes(value)).map(({ what }) => `${field} in ${what}`),
  );

test('every field that says where something is has a right, unless everybody may know it', () => {
  const open = all.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([name, field]) => isPlaced(name) && field.right === undefined)
      .map(([name]) => `${entity.name}.${name}`),
  );
  // The middle of a region is public, and where a dealer's shop is stands in the app.
  expect(open.toSorted()).toEqual(['area.lat', 'area.lng', 'dealer.lat', 'dealer.lng']);
});

test('every entity with such fields has a row to look for', () => {
  expect(kept.filter(({ name }) => !ids.has(name)).map(({ name }) => name)).toEqual([]);
  expect(secrets.size).toBeGreaterThan(20);
});

describe('what is kept back', () => {
  test('from who may open every page, but holds no data right', async () => {
    const asked = await readAll(tokens.blind);
    expect(found(asked, secrets)).toEqual([]);
  });

  test('from a dealer, who does not learn who works for the platform either', async () => {
    const asked = await readAll(tokens.dealer);
    expect(found(asked, [...secrets, ['who', staffName]])).toEqual([]);
    const own = (path: string) => asked.some(({ what, text }) => what.startsWith(path) && text.includes('"code":0'));
    for (const path of ['/veh/crm/vehicle/detail', '/veh/crm/alarm/detail', '/system/crm/operationLog/ofRecord'])
      expect(own(path), path).toBe(true);
  });

  test('but not from who holds the rights: the values are there to be found', async () => {
    const seen: Asked[] = [];
    for (const entity of kept.filter((one) => one.calls.includes('detail'))) {
      const path = pathOfCall(entity, 'detail');
      seen.push({ what: path, text: await textOf(tokens.seer, path, { id: ids.get(entity.name) }) });
    }
    const visible = kept
      .filter((entity) => entity.calls.includes('detail'))
      .flatMap((entity) => guarded(entity).map(([name, field]) => [`${entity.name}.${name}`, field] as const))
      .filter(([key, field]) => field.kind !== 'private' && secrets.has(key));
    for (const [key] of visible)
      expect(
        seen.some(({ text }) => text.includes(secrets.get(key) ?? '-')),
        key,
      ).toBe(true);
    expect(seen.some(({ text }) => text.includes(staffName))).toBe(true);
  });
});

test('live streams keep the same back', async () => {
  const { port } = new URL(await t.http.listen({ port: 0, host: '127.0.0.1' }));
  const listen = async (who: 'blind' | 'dealer'): Promise<void> => {
    const stream = await openStream(Number(port), `vehicle:${vehicleId},alarm`, tokens[who]);
    await eventually(async () => stream.of(`vehicle:${vehicleId}`).length > 0);
    await query(`select pg_notify('wh_live', $1)`, JSON.stringify({ t: 'telemetry', d: { ids: [Number(vehicleId)] } }));
    await eventually(async () => stream.of(`vehicle:${vehicleId}`).length > 1);
    stream.close();
    const text = JSON.stringify(stream.messages);
    expect(text).not.toMatch(/121\.4876|31\.2876/);
    expect(text).not.toContain(staffName);
  };
  await Promise.all([listen('blind'), listen('dealer')]);
});
