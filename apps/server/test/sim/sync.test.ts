import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CarrierRefused, carrierOf } from '../../src/adapters/carrier/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { simJobs } from '../../src/modules/sim/jobs.ts';
import { keepCards } from '../../src/modules/sim/keep-cards.ts';
import { syncDue } from '../../src/modules/sim/sync.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addCard, cardRow, noticesOf, setFault, type TestCard } from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
});
afterAll(() => t.stop());

const call = <Data = { id: string }>(path: string, body: object) =>
  t.call<Data>('POST', `/veh/crm/simCard/${path}`, body, { as: 'admin' });
const runJob = (name: string) => simJobs.find((job) => job.name === name)?.run(t.app);
const setState = ({ iccid }: TestCard, set: string) =>
  t.app.pool.query(`update sbx_sim_card set ${set} where iccid = $1`, [iccid]);
const one = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> =>
  (await t.app.pool.query<Row>(text, [...values])).rows[0];

const requests = async (api: string) =>
  (await one<{ n: number }>('select count(*)::int as n from sim_carrier_log where api = $1', [api]))?.n;

async function readAll(): Promise<void> {
  while ((await syncDue(t.app)) > 0);
}

test('at night all cards are read, a hundred with one request', async () => {
  await t.app.pool.query(
    `insert into sim_card (iccid, msisdn, carrier, pool_id, package_code, package_mb, package_cycle, open_time, expire_time, stop_threshold_pct, sim_status, imei_lock, real_name_status,
       month_used_kb, usage_rate)
     select '8986049900' || lpad(n::text, 10, '0'), '1064770' || lpad(n::text, 6, '0'), 1, 'POOL_CMCC_1', 'M30', 30, 1, '2025-01-01', '2099-01-01', 200, 3, 0, 0, 0, 0
     from generate_series(1, 250) n`,
  );
  await runJob('sim.sync');
  await readAll();
  expect([await requests('cards'), await requests('usages'), await requests('card')]).toEqual([3, 3, 0]);
  const read = await one(
    `select count(*)::int as n, count(net_status)::int as online, count(*) filter (where next_sync_time is not null or next_usage_time is not null)::int as due
     from sim_card where last_sync_time is not null`,
  );
  expect(read).toEqual({ n: 250, online: 250, due: 0 });
  const used = await one<{ same: boolean; n: number }>(
    `select bool_and(coalesce(m.kb, 0) = s.month_used_kb) as same, count(*)::int as n from sim_card s left join
       (select iccid, sum(used_kb)::int as kb from sim_flow_day where stat_date >= date_trunc('month', now() at time zone 'Asia/Shanghai')::date group by 1) m on m.iccid = s.iccid`,
  );
  expect(used).toEqual({ same: true, n: 250 });
});

test('one card that fails, or is answered about another, holds up nobody and changes nothing', async () => {
  const cards = [await addCard(t), await addCard(t), await addCard(t)];
  const [good, failing, other] = cards as [TestCard, TestCard, TestCard];
  await setFault(t, good, null);
  await setState(good, 'state = 4');
  await setFault(t, failing, 'error');
  await setFault(t, other, 'other');
  await call('sync', { ids: cards.map(({ id }) => id) });
  await syncDue(t.app);
  expect((await Promise.all(cards.map((card) => cardRow(t, card)))).map((row) => row?.state)).toEqual([4, 3, 3]);
  const later = await t.app.pool.query<{ later: boolean; issue: number | null }>(
    'select next_sync_time > now() as later, sync_issue as issue from sim_card where id = any($1) order by id',
    [cards.map(({ id }) => id)],
  );
  expect(later.rows.map((row) => [row.later, row.issue])).toEqual([
    [null, null],
    [true, null],
    [true, null],
  ]);
});

test('who asks for a card while it is being read has it read once more', async () => {
  const card = await addCard(t);
  const seen = await (await carrierOf(t.app, 1)).card(card.iccid);
  if (seen === undefined) throw new Error('the carrier does not know the card');
  const keep = () =>
    withTransaction(t.app.db, (tx) => keepCards(tx, [{ id: card.id, seen: { ...seen, online: true } }], new Date()));
  const isDue = () => one('select next_sync_time <= now() as due from sim_card where id = $1', [card.id]);
  const lease = "update sim_card set next_sync_time = now() + interval '2 minutes' where id = $1";
  await t.app.pool.query(lease, [card.id]);
  await keep();
  expect(await isDue()).toEqual({ due: null });
  await t.app.pool.query(lease, [card.id]);
  await call('sync', { ids: [card.id] });
  await keep();
  expect(await isDue()).toEqual({ due: true });
});

describe('reconciliation', () => {
  const issues = async () =>
    (await call<{ list: { id: string; syncIssue: number }[] }>('list', { query: { 'syncIssue.in': ['1', '2'] } })).data
      .list;

  test('a jump and an unknown card wait until a person has checked them; what the table has does not', async () => {
    const [jumped, gone, closing] = [await addCard(t), await addCard(t), await addCard(t, 4)];
    for (const card of [jumped, closing]) await setFault(t, card, null);
    await setFault(t, gone, 'gone');
    await setState(jumped, 'state = 5');
    // The carrier closes a card 90 days after it was suspended.
    await setState(closing, "suspended = now() - interval '91 days'");
    const ids = [jumped, gone, closing].map(({ id }) => id);
    await call('sync', { ids });
    await readAll();
    expect(Object.fromEntries((await issues()).map(({ id, syncIssue }) => [id, syncIssue]))).toEqual({
      [jumped.id]: 1,
      [gone.id]: 2,
    });
    expect(await cardRow(t, jumped)).toMatchObject({ state: 5 });
    expect(await cardRow(t, closing)).toMatchObject({ state: 5 });
    expect(await cardRow(t, gone)).toMatchObject({ state: 3 });

    const admin = await signInAs(t, { roles: ['sim'] });
    await runJob('sim.notices');
    expect((await noticesOf(t, ['SIM卡待核对'])).map(({ userId }) => userId)).toContain(admin.userId);

    expect((await call('reconcile', { ids })).code).toBe(1001);
    const { data } = await call<{ changed: number }>('reconcile', { ids, remark: '已与运营商核实' });
    expect(data.changed).toBe(2);
    expect(await issues()).toEqual([]);
    // Nothing new about it: it is not asked again.
    await call('sync', { ids: [jumped.id] });
    await readAll();
    expect(await issues()).toEqual([]);
  });

  test('the carrier’s words about a card, also from an answer about many', async () => {
    const card = await addCard(t);
    await call('sync', { ids: [card.id] });
    await readAll();
    await call('realtime', { iccid: card.iccid });
    const { data } = await call<{ api: string; response: { iccid?: string } }[]>('answers', { id: card.id });
    expect(data.map(({ api }) => api).toSorted()).toEqual(['card', 'cards', 'session', 'usages']);
    for (const { response } of data.filter(({ api }) => api.startsWith('card')))
      expect(response.iccid).toBe(card.iccid);
  });
});

test('every hour the cards of vehicles that are online are read', async () => {
  const [here, away] = [await addCard(t), await addCard(t)];
  for (const [card, online] of [[here, 1] as const, [away, 0] as const]) {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [vehicleId, card.iccid]);
    await t.app.pool.query(
      'insert into veh_vehicle_status (vehicle_id, online) values ($1, $2) on conflict (vehicle_id) do update set online = excluded.online',
      [vehicleId, online],
    );
  }
  await runJob('sim.syncOnline');
  const { rows } = await t.app.pool.query<{ id: string }>(
    'select id::text as id from sim_card where next_sync_time is not null and next_usage_time is not null and id = any($1)',
    [[here.id, away.id]],
  );
  expect(rows.map(({ id }) => id)).toEqual([here.id]);
});

test('after twenty failures in a minute the carrier is left alone (4090)', async () => {
  const card = await addCard(t);
  await setFault(t, card, 'error');
  const carrier = await carrierOf(t.app, 1);
  while (((await requestsFailed()) ?? 0) < 20)
    await expect(carrier.card(card.iccid)).rejects.toBeInstanceOf(CarrierRefused);
  const before = await requestsFailed();
  expect((await call('realtime', { iccid: card.iccid })).code).toBe(4090);
  expect(await requestsFailed()).toBe(before);
  await t.app.pool.query("delete from msg_provider_rate where provider = 'carrier.1'");
});

const requestsFailed = async () =>
  (
    await one<{ n: number }>(
      "select count(*)::int as n from sim_carrier_log where carrier = 1 and result_code = 'unavailable' and time > now() - interval '1 minute'",
    )
  )?.n;
