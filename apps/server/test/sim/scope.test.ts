import { entities, entityNamed, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simModule } from '../../src/modules/sim/module.ts';
import { addRole } from '../access/fixture.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { addSample } from '../registry/samples.ts';
import { reviewedBefore } from '../support/approvals.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addCard, cardRow, inYears, submit, type TestCard } from './world.ts';

/** Somebody of one region, who may call everything about SIM cards. */
let t: TestApp;
let region = '';
/** In a vehicle of the region, in one of another region, and in none. */
let [mine, theirs, stock]: TestCard[] = [];
const vins: Record<string, string> = {};
const vehicles: Record<string, string> = {};
const tried = new Set<string>();
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

const card = (one: TestCard | undefined): TestCard => {
  if (one === undefined) throw new Error('made before the tests');
  return one;
};
const others = () => [card(theirs), card(stock)];
const all = () => [card(mine), ...others()];

/** A card in a vehicle of this city. */
async function cardIn(cityId: string, state?: number): Promise<TestCard> {
  const made = await addCard(t, state);
  const [vehicleId, dealerId] = [await addSample(t, entityNamed('vehicle')), await addSample(t, entityNamed('dealer'))];
  await t.app.pool.query('update dlr_dealer set city_id = $2 where id = $1', [dealerId, cityId]);
  const { rows } = await t.app.pool.query<{ vin: string }>(
    'update veh_vehicle set dealer_id = $2, iccid = $3 where id = $1 returning vin',
    [vehicleId, dealerId, made.iccid],
  );
  vins[made.iccid] = rows[0]?.vin ?? '';
  vehicles[made.iccid] = vehicleId;
  return made;
}

async function personOf(role: string, scope: number, more: object): Promise<string> {
  await addRole(t, role, [], scope);
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select $1, code from sys_function where code ~ '^(sim|stopResume|vehicleManage)'`,
    [role],
  );
  return (await signInAs(t, { roles: [role], ...more })).token;
}

beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
  [mine, theirs, stock] = [await cardIn('440100'), await cardIn('310100'), await addCard(t)];
  region = await personOf('sim_region', 3, { regionScope: ['440100'] });
  for (const { iccid } of all())
    await t.app.pool.query(
      `insert into sim_flow_day (iccid, stat_date, used_kb, up_kb, down_kb, vin) values ($1, $2, 2048, 2048, 0, nullif($3, ''))`,
      [iccid, day, vins[iccid] ?? ''],
    );
  await t.app.pool.query(
    `insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb) select iccid, date_trunc('month', stat_date), used_kb, up_kb, down_kb, 30 from sim_flow_day`,
  );
});
afterAll(() => t.stop());

interface Rows {
  readonly list: readonly { readonly iccid: string; readonly id: string }[];
  readonly total: number;
}
/** Asks as the person of the region, unless another is given. */
async function post<Data = Rows>(path: string, body: object, as = region) {
  tried.add(`/veh/crm/${path}`);
  return t.call<Data>('POST', `/veh/crm/${path}`, body, { as });
}
const iccidsOf = ({ list }: Rows): string[] => list.map(({ iccid }) => iccid);

test('lists, numbers, exports and searches have the cards of the region’s vehicles', async () => {
  const { iccid } = card(mine);
  expect(iccidsOf((await post('simCard/list', {})).data)).toEqual([iccid]);
  expect(iccidsOf((await post('simCard/list', { query: { 'iccid.in': all().map((one) => one.iccid) } })).data)).toEqual(
    [iccid],
  );
  const counters = async (as?: string) => JSON.stringify((await post('simCard/counters', {}, as)).data);
  expect(await counters()).not.toBe(await counters('admin'));
  expect((await post<{ rows: number }>('simCard/export', { query: {} })).data.rows).toBe(1);
  const read = await t.call<{ simCard: Rows }>('POST', '/rest/r/simCard', { simCard: {} }, { as: region });
  expect(iccidsOf(read.data.simCard)).toEqual([iccid]);
  const options = await t.call<{ id: string }[]>('POST', '/ref/options', { entity: 'simCard' }, { as: region });
  expect((options.data ?? []).map(({ id }) => id)).not.toContain(card(theirs).id);
});

test('a card of others is out of reach by its id, and unknown by its number', async () => {
  expect((await post('simCard/detail', { id: card(mine).id })).code).toBe(0);
  for (const { id, iccid } of others()) {
    const { data: kept } = await post<{ rev: number; remark: string }>('simCard/detail', { id }, 'admin');
    const answers = [
      await post('simCard/detail', { id }),
      await post('simCard/update', { id, rev: kept.rev, remark: '越权' }),
      await post('simCard/renewals', { id }),
      await post('simCard/installs', { id }),
      await post('simCard/answers', { id }),
      await post('simCard/bindVehicle', { id, vin: vins[card(mine).iccid] }),
      await post('simCard/unbindVehicle', { id, reason: '越权尝试' }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(7).fill(1011));
    const one = { reasonCode: '7', remark: '越权尝试' };
    const term = { packageCode: 'M100', expireTime: inYears(6) };
    for (const [path, body] of [
      ['operate', { opType: 1, ...one }],
      ['operate', { opType: 4, iccidEnd: iccid.slice(-6), ...one }],
      ['sync', {}],
      ['reconcile', { remark: '越权尝试' }],
      ['renew', term],
      ['batchDelete', {}],
    ] as const) {
      const { data } = await post<{ skipped: { code: number }[] }>(`simCard/${path}`, { ids: [id], ...body });
      expect(
        data.skipped.map((left) => left.code),
        path,
      ).toEqual([1011]);
    }
    expect((await post('simCard/realtime', { iccid })).code).toBe(1002);
    expect((await post('simCard/imeiLock', { iccid, imei: '490154203237518', lock: 1 })).code).toBe(1002);
    expect((await post('simCard/sync', { iccids: [iccid] })).code).toBe(1001);
    expect((await post('simCard/renew', { iccids: [iccid], ...term })).code).toBe(1001);
    expect((await post('simCard/bindVehicle', { iccid, vin: vins[card(mine).iccid] })).code).toBe(1001);
    expect((await post('simCard/unbindVehicle', { iccid, reason: '越权尝试' })).code).toBe(1001);
    expect((await post('simCard/detail', { id }, 'admin')).data).toMatchObject({ rev: kept.rev, remark: kept.remark });
  }
  expect((await post('simCard/realtime', { iccid: card(mine).iccid })).code).toBe(0);
});

test('a card shows the vehicles that it was in as far as the user sees them', async () => {
  const { id, iccid } = card(mine);
  await t.app.pool.query(
    `insert into sim_install_log (iccid, vehicle_id, vin, from_time, to_time) values ($1, $2, 'FOREIGN', now() - interval '9 days', now() - interval '8 days')`,
    [iccid, vehicles[card(theirs).iccid]],
  );
  const installs = async (as?: string) =>
    (await post<{ vin: string }[]>('simCard/installs', { id }, as)).data.map(({ vin }) => vin);
  expect(await installs()).toEqual([vins[iccid]]);
  expect(await installs('admin')).toContain('FOREIGN');
});

test('usage is that of the cards seen, in every tab, chart and file', async () => {
  const { iccid } = card(mine);
  const query = { 'statDate.ge': day, 'statDate.le': day };
  const month = { 'statDate.ge': day.slice(0, 7), 'statDate.le': day.slice(0, 7) };
  await t.app.pool.query('update sim_flow_day set vin = null');
  for (const [path, body] of [
    ['day', query],
    ['month', month],
    ['abnormal', query],
  ] as const) {
    expect(iccidsOf((await post(`simFlow/${path}`, { query: body })).data), path).toEqual([iccid]);
    expect(iccidsOf((await post(`simFlow/${path}`, { query: body }, 'admin')).data), path).toHaveLength(3);
    const own = { ...body, iccid: card(theirs).iccid };
    expect((await post(`simFlow/${path}`, { query: own })).data.total, path).toBe(0);
    const file = await post<{ rows: number }>('simFlow/export', { tab: path, query: body });
    expect(file.data.rows, path).toBe(1);
  }
  const pools = await post<{ cards: number }[]>('simFlow/pool', { query: {} });
  expect(pools.data.map(({ cards }) => cards)).toEqual([1]);
  expect((await post<{ rows: number }>('simFlow/export', { tab: 'pool', query: {} })).data.rows).toBe(1);
  for (const dimension of ['day', 'card', 'vehicle', 'model', 'pool']) {
    const range = { dimension, from: day, to: day };
    const bars = await post<{ usedKb: number }[]>('simFlow/chart', range);
    expect(
      bars.data.map(({ usedKb }) => usedKb),
      dimension,
    ).toEqual([2048]);
    expect((await post('simFlow/chart', { ...range, iccid: card(stock).iccid })).data).toEqual([]);
  }
  const range = { from: day, to: day };
  expect((await post('simFlow/sync', { iccids: others().map((one) => one.iccid), ...range })).code).toBe(1002);
  expect((await post('simFlow/sync', { iccids: all().map((one) => one.iccid), ...range })).data).toMatchObject({
    cards: 1,
  });
});

test('a request about cards or vehicles of others is answered as one about unknown ones', async () => {
  const suspended = await cardIn('440100');
  const unseen = { iccids: [card(stock).iccid], vins: [vins[card(theirs).iccid] ?? ''] };
  const wanted = { iccids: [suspended.iccid, ...unseen.iccids], vins: unseen.vins };
  const { data } = await post<{ rows: { iccid: string; status: number | null; vin: string | null }[] }>(
    'simOperation/preview',
    { ...wanted, opType: 1 },
  );
  expect(data.rows.map(({ iccid, status }) => [iccid, status === null])).toEqual([
    [suspended.iccid, false],
    [card(stock).iccid, true],
    [vins[card(theirs).iccid], true],
  ]);
  tried.add('/veh/crm/simOperation/submit');
  expect((await submit(t, unseen, region)).code).toBe(1002);
  const asked = await submit(t, wanted, region);
  expect(asked.data).toMatchObject({ submitted: 1, skipped: [{ code: 1002 }, { code: 1002 }] });
  for (const one of others()) expect(await cardRow(t, one)).toMatchObject({ pending: null });
  expect(await cardRow(t, suspended)).toMatchObject({ pending: 1 });
});

test('operations are seen with their cards, and a batch is decided about by somebody who sees all of it', async () => {
  // The account of a card is closed by two persons: every request of this kind waits for another one.
  const [near, far] = [await cardIn('440100'), await cardIn('310100')];
  const near2 = await cardIn('440100');
  const made = async (...cards: readonly TestCard[]) => {
    const { data } = await submit(t, { iccids: cards.map(({ iccid }) => iccid) });
    await t.app.pool.query('update sim_operation set status = 0 where batch_no = $1', [data.batchNo]);
    const { rows } = await t.app.pool.query<{ id: string }>(
      'select id::text as id from sim_operation where batch_no = $1 order by id',
      [data.batchNo],
    );
    for (const { id } of rows) await reviewedBefore(t, 'simOperation', id, 'submitted');
    return { batchNo: data.batchNo, ids: rows.map(({ id }) => id) };
  };
  const [mixed, whole] = [await made(near, far), await made(near2)];
  const list = await post('simOperation/list', { query: { batchNo: mixed.batchNo } });
  expect(iccidsOf(list.data)).toEqual([near.iccid]);
  const [seen = '', unseen = ''] = mixed.ids;
  expect((await post('simOperation/detail', { id: seen })).code).toBe(0);
  expect((await post('simOperation/detail', { id: unseen })).code).toBe(1011);
  expect((await post<{ rows: number }>('simOperation/export', { query: { batchNo: mixed.batchNo } })).data.rows).toBe(
    1,
  );
  const counters = async (as?: string) => JSON.stringify((await post('simOperation/counters', {}, as)).data);
  expect(await counters()).not.toBe(await counters('admin'));
  const decide = (ids: readonly string[]) =>
    post<{ changed: number; skipped: { code: number }[] }>('simOperation/audit', { ids, result: 1 });
  const beyond = await decide(mixed.ids);
  expect([beyond.data.changed, beyond.data.skipped.map(({ code }) => code)]).toEqual([0, [1011, 1011]]);
  expect((await decide([seen])).data.skipped).toMatchObject([{ code: 1011 }]);
  expect((await decide(whole.ids)).data.changed).toBe(1);
  for (const path of ['retry', 'cancel']) {
    const { code, data } = await post<{ changed: number } | null>(`simOperation/${path}`, { ids: [unseen] });
    expect(data?.changed ?? code, path).not.toBe(1);
  }
});

test('what a person of the region adds or reads in belongs to the stock, which they do not see', async () => {
  tried.add('/veh/crm/simCard/add').add('/veh/crm/simCard/import').add('/veh/crm/simCard/importTemplate');
  const form = { iccid: '89860420129990000011', msisdn: '1064899900001', poolId: 'POOL_CMCC_1', packageCode: 'M30' };
  const terms = { openTime: '2025-01-10', expireTime: inYears(4) };
  const { data } = await post<{ id: string }>('simCard/add', { ...form, ...terms });
  expect((await post('simCard/detail', { id: data.id })).code).toBe(1011);
  const unknown = await sendFile(t, '/veh/crm/simCard', await workbookOf(['ICCID'], [[card(theirs).iccid]]), region);
  expect(unknown.data?.success ?? 0).toBe(0);
});

test('organizations and persons see the stock that they have entered; dealers see no cards', async () => {
  const own = await personOf('sim_own', 5, {});
  const branch = await personOf('sim_branch', 2, { organizationCode: 'EAST.SH' });
  const form = { iccid: '89860420129990000029', msisdn: '1064899900002', poolId: 'POOL_CMCC_1', packageCode: 'M30' };
  const terms = { openTime: '2025-01-10', expireTime: inYears(4) };
  const { data } = await post<{ id: string }>('simCard/add', { ...form, ...terms }, own);
  expect(iccidsOf((await post('simCard/list', {}, own)).data)).toEqual([form.iccid]);
  expect((await post('simCard/detail', { id: data.id }, branch)).code).toBe(1011);
  // In a vehicle of others it is theirs.
  await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [
    await addSample(t, entityNamed('vehicle')),
    form.iccid,
  ]);
  expect((await post('simCard/list', {}, own)).data.total).toBe(0);
  await t.app.pool.query('update sys_function set staff_only = 0');
  const { rows } = await t.app.pool.query<{ id: string }>(
    'select dealer_id::text as id from veh_vehicle where id = $1',
    [vehicles[card(mine).iccid]],
  );
  const dealer = await personOf('sim_dealer', 4, { dealerId: rows[0]?.id });
  expect(await post('simCard/list', {}, dealer)).toMatchObject({ code: 0, data: { total: 0 } });
});

test('no call about SIM cards is forgotten here', () => {
  const standard = (['simCard', 'simOperation'] as const)
    .map((name) => plain(entities[name]))
    .flatMap((entity) => [
      ...entity.calls.map((call) => pathOfCall(entity, call)),
      ...Object.values(entity.actions ?? {}).map(({ path }) => `${entity.base}/${path}`),
      `${entity.base}/counters`,
    ]);
  // Carriers sign theirs, and read nothing by it.
  const own = (simModule.calls ?? []).filter(({ proof }) => proof === undefined).map(({ path }) => path);
  expect([...new Set([...standard, ...own])].filter((path) => !tried.has(path))).toEqual([]);
});
