import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCallback } from '../../src/modules/sim/callback.ts';
import { simJobs } from '../../src/modules/sim/jobs.ts';
import { syncDue } from '../../src/modules/sim/sync.ts';
import { addRole } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addCard, cardForm, cardRow, noticesOf, operationsOf, setFault, submit, workAll } from './world.ts';

// What is shown of a card is what its carrier knows, and nothing planned stands in the way of what is urgent.

const callbackKey = 'a key of a carrier, long enough for anybody';
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18', CARRIER_CALLBACK_KEY: callbackKey } });
});
afterAll(() => t.stop());

const inDays = (days: number): string => formatInstant(new Date(Date.now() + days * 86_400_000));
const one = async <Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row | undefined> =>
  (await t.app.pool.query<Row>(text, [...values])).rows[0];
async function installed({ iccid }: { readonly iccid: string }, imei: string): Promise<string> {
  const id = await addSample(t, entityNamed('vehicle'));
  const row = await one<{ vin: string }>(
    'update veh_vehicle set iccid = $2, imei = $3 where id = $1 returning vin',
    id,
    iccid,
    imei,
  );
  return row?.vin ?? '';
}

test('what is planned gives way to what is asked for at once, and its applicant hears of it', async () => {
  await addRole(t, 'planner', ['stopResume.query', 'stopResume.add', 'stopResume.cancel']);
  const planner = await signInAs(t, { roles: ['planner'] });
  const card = await addCard(t);
  await submit(t, { iccids: [card.iccid], planTime: inDays(60) }, planner.token);
  // One plan does not displace another.
  expect((await submit(t, { iccids: [card.iccid], planTime: inDays(30) })).code).toBe(4007);
  expect((await submit(t, { iccids: [card.iccid], reasonCode: '6', remark: '卡片丢失' })).code).toBe(0);
  await workAll(t);
  expect((await operationsOf(t, card)).map(({ status }) => status)).toEqual([6, 3]);
  expect(await cardRow(t, card)).toEqual({ state: 4, pending: null, reason: '6' });
  expect((await noticesOf(t, ['计划的停复机已撤销'])).map(({ userId }) => userId)).toEqual([planner.userId]);
});

test('nothing else than a suspension at once passes what is planned, and none that waits for another person', async () => {
  const [stopped, planned] = [await addCard(t, 4), await addCard(t)];
  await submit(t, { iccids: [stopped.iccid], opType: 2, planTime: inDays(60) });
  expect((await submit(t, { iccids: [stopped.iccid], opType: 2 })).code).toBe(4007);
  await submit(t, { iccids: [planned.iccid], planTime: inDays(60) });
  const others = [];
  while (others.length < 101) others.push(await addCard(t));
  const { data } = await submit(t, { iccids: [planned, ...others].map(({ iccid }) => iccid) });
  expect(data).toMatchObject({ submitted: 101, skipped: [{ iccid: planned.iccid, code: 4007 }] });
  expect((await operationsOf(t, planned)).map(({ status }) => status)).toEqual([1]);
});

test('an approver takes back what is planned when its applicant is away; nobody else does', async () => {
  await addRole(t, 'approver', ['stopResume.query', 'stopResume.audit', 'stopResume.cancel']);
  await addRole(t, 'helper', ['stopResume.query', 'stopResume.cancel']);
  const card = await addCard(t);
  await submit(t, { iccids: [card.iccid], planTime: inDays(60) });
  const [operation] = await operationsOf(t, card);
  const cancelAs = async (role: string) => {
    const { token } = await signInAs(t, { roles: [role] });
    const body = { ids: [operation?.id] };
    return t.call<{ changed: number; skipped: { code: number }[] }>('POST', '/veh/crm/simOperation/cancel', body, {
      as: token,
    });
  };
  expect((await cancelAs('helper')).data).toMatchObject({ changed: 0, skipped: [{ code: 4012 }] });
  expect((await cancelAs('approver')).data).toMatchObject({ changed: 1 });
  expect(await cardRow(t, card)).toMatchObject({ state: 3, pending: null });
});

test('a card that is suspended is offline at once, not after the next reading', async () => {
  const card = await addCard(t);
  await t.app.pool.query('update sim_card set net_status = 1 where id = $1', [card.id]);
  await submit(t, { iccids: [card.iccid] });
  await workAll(t);
  expect(
    await one('select sim_status::int as state, net_status::int as online from sim_card where id = $1', card.id),
  ).toEqual({
    state: 4,
    online: 0,
  });
});

test('cards whose service has ended are suspended at night, and say so', async () => {
  const [ended, living] = [await addCard(t), await addCard(t)];
  await t.app.pool.query("update sim_card set open_time = '2020-01-01', expire_time = '2021-01-01' where id = $1", [
    ended.id,
  ]);
  await simJobs.find(({ name }) => name === 'sim.stopExpired')?.run(t.app);
  await workAll(t);
  expect(await cardRow(t, ended)).toEqual({ state: 4, pending: null, reason: '3' });
  expect(await one('select source::int as source from sim_operation where sim_id = $1', ended.id)).toEqual({
    source: 3,
  });
  expect(await operationsOf(t, living)).toEqual([]);
});

test('a card that is seen in another device than its vehicle’s is told of once, with its vehicle', async () => {
  const { userId } = await signInAs(t, { roles: ['sim'] });
  const card = await addCard(t);
  const vin = await installed(card, '861234056123451');
  await setFault(t, card, null);
  const readAgain = async (imei: string): Promise<void> => {
    await t.app.pool.query('update sbx_sim_card set imei = $2 where iccid = $1', [card.iccid, imei]);
    await t.call('POST', '/veh/crm/simCard/sync', { iccids: [card.iccid] }, { as: 'admin' });
    while ((await syncDue(t.app)) > 0);
  };
  const heard = async () => (await noticesOf(t, ['SIM卡机卡分离'])).filter((notice) => notice.userId === userId);
  // Its own device, without the check digit.
  await readAgain('86123405612345');
  expect(await heard()).toEqual([]);
  await readAgain('869999056123451');
  await readAgain('869999056123451');
  expect(await heard()).toMatchObject([{ body: expect.stringContaining(vin) as string }]);
});

test('what a carrier says of a card before it is known here is asked for when it is added', async () => {
  const form = cardForm();
  const body = JSON.stringify({ eventId: 'early-1', iccid: form.iccid });
  const at = String(Date.now());
  const answer = await t.http.inject({
    method: 'POST',
    url: '/carrier/v1/callback/1',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': at,
      'x-signature': signCallback(callbackKey, at, body).toString('hex'),
    },
    payload: body,
  });
  expect(answer.json()).toMatchObject({ code: 0, data: { taken: 0 } });
  const { code, data } = await t.call<{ id: string }>('POST', '/veh/crm/simCard/add', form, { as: 'admin' });
  expect(code).toBe(0);
  expect(await one('select next_sync_time is not null as due from sim_card where id = $1', data.id)).toEqual({
    due: true,
  });
});

test('many small requests of a person within a day wait for another one, as one large request does', async () => {
  await addRole(t, 'splitter', ['stopResume.query', 'stopResume.add']);
  const { token } = await signInAs(t, { roles: ['splitter'] });
  const cards = [];
  while (cards.length < 101) cards.push(await addCard(t));
  const iccids = cards.map(({ iccid }) => iccid);
  const stateOf = async (some: readonly string[]) => {
    const { data } = await submit(t, { iccids: some }, token);
    return one('select distinct status::int as status from sim_operation where batch_no = $1', data.batchNo);
  };
  expect(await stateOf(iccids.slice(0, 60))).toEqual({ status: 1 });
  const body = { iccids: iccids.slice(60), opType: 1 };
  expect((await t.call('POST', '/veh/crm/simOperation/preview', body, { as: token })).data).toMatchObject({
    approval: 1,
  });
  expect(await stateOf(iccids.slice(60))).toEqual({ status: 0 });
});
