import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncDue } from '../../src/modules/sim/sync.ts';
import { simOperations } from '../../src/modules/sim/work.ts';
import { addRole } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import {
  addCard,
  cardRow,
  noticesOf,
  operationsOf,
  ordersOf,
  setFault,
  submit,
  workAll,
  type TestCard,
} from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { CARRIER_RATE: '18' } });
});
afterAll(() => t.stop());

let roles = 0;
/** Token of a person who holds these functions. */
async function personWith(functions: readonly string[]): Promise<string> {
  const role = `sim${++roles}`;
  await addRole(t, role, functions);
  return (await signInAs(t, { roles: [role] })).token;
}

async function readVehicle(id: string): Promise<{ vin: string }> {
  const { rows } = await t.app.pool.query<{ vin: string }>('select vin from veh_vehicle where id = $1', [id]);
  const [row] = rows;
  if (row === undefined) throw new Error('no vehicle');
  return row;
}

const act = (path: string, body: object, as = 'admin') =>
  t.call<{ changed: number; skipped: { code: number }[] }>('POST', `/veh/crm/simOperation/${path}`, body, { as });

/** Requests that are the user's to decide about, by the to-do list. */
const waitingFor = async (as: string) =>
  (await t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as })).data.find(
    ({ key }) => key === 'simOperation',
  )?.count;

describe('a card is suspended once, at its carrier', () => {
  test('until the carrier says so, the card shows that it is not yet', async () => {
    const card = await addCard(t);
    const { code, data } = await submit(t, { iccids: [card.iccid] });
    expect(code).toBe(0);
    expect(data).toMatchObject({ submitted: 1, skipped: [] });
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: 1, reason: null });
    await simOperations.round(t.app);
    // The carrier has taken the order, and not carried it out.
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: 1, reason: null });
    expect((await operationsOf(t, card)).map(({ status }) => status)).toEqual([2]);
    await workAll(t);
    expect(await cardRow(t, card)).toEqual({ state: 4, pending: null, reason: '7' });
    expect((await operationsOf(t, card)).map(({ status, code: answer }) => [status, answer])).toEqual([[3, '0']]);
    expect(await ordersOf(t, card)).toBe(1);
  });

  test('a second request is refused while one is under way (4007), also at the same moment', async () => {
    const card = await addCard(t);
    const answers = await Promise.all([1, 2, 3].map(() => submit(t, { iccids: [card.iccid] })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 4007, 4007]);
    await workAll(t);
    expect(await ordersOf(t, card)).toBe(1);
  });

  test('an answer that is lost leads to no second order', async () => {
    const card = await addCard(t);
    await setFault(t, card, 'lost');
    await submit(t, { iccids: [card.iccid] });
    await workAll(t);
    expect(await ordersOf(t, card)).toBe(1);
    expect((await operationsOf(t, card)).map(({ status }) => status)).toEqual([3]);
  });

  test('two workers at once give one order', async () => {
    const cards = await Promise.all([1, 2, 3, 4, 5].map(() => addCard(t)));
    await submit(t, { iccids: cards.map(({ iccid }) => iccid) });
    await Promise.all([simOperations.round(t.app), simOperations.round(t.app), simOperations.round(t.app)]);
    await workAll(t);
    expect(await Promise.all(cards.map((card) => ordersOf(t, card)))).toEqual([1, 1, 1, 1, 1]);
    expect(await Promise.all(cards.map(async (card) => (await cardRow(t, card))?.state))).toEqual([4, 4, 4, 4, 4]);
  });

  test('a card that the carrier has changed already is given no order', async () => {
    const card = await addCard(t);
    await setFault(t, card, null);
    await t.app.pool.query('update sbx_sim_card set state = 4 where iccid = $1', [card.iccid]);
    await submit(t, { iccids: [card.iccid] });
    await workAll(t);
    expect(await ordersOf(t, card)).toBe(0);
    expect(await cardRow(t, card)).toMatchObject({ state: 4, pending: null });
  });
});

describe('a carrier that does not do it', () => {
  test('a refusal fails the operation with the carrier’s code; the card stays as it is, and it can be tried again', async () => {
    const card = await addCard(t, 3, 7);
    await submit(t, { iccids: [card.iccid] });
    await workAll(t);
    const [operation] = await operationsOf(t, card);
    expect(operation).toMatchObject({ status: 4, code: 'CARRIER_BUSY' });
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
    expect((await act('retry', { ids: [operation?.id] })).data.changed).toBe(1);
    expect(await cardRow(t, card)).toMatchObject({ pending: 1 });
    await workAll(t);
    // A new attempt is a new order.
    expect(await ordersOf(t, card)).toBe(2);
  });

  test('an interface that fails is asked four times, then the operation has failed (4090)', async () => {
    const card = await addCard(t);
    await setFault(t, card, 'error');
    await submit(t, { iccids: [card.iccid] });
    await workAll(t);
    expect(await operationsOf(t, card)).toMatchObject([{ status: 4, code: '4090' }]);
    const { rows } = await t.app.pool.query<{ n: number }>(
      "select count(*)::int as n from sim_carrier_log where iccid = $1 and result_code = 'unavailable'",
      [card.iccid],
    );
    expect(rows[0]?.n).toBe(4);
  });

  test('an order that is taken and never carried out fails after ten minutes', async () => {
    const card = await addCard(t);
    await setFault(t, card, 'never');
    await submit(t, { iccids: [card.iccid] });
    await simOperations.round(t.app);
    await t.app.pool.query(
      "update sim_operation set sent_time = now() - interval '11 minutes', next_time = now() where sim_id = $1",
      [card.id],
    );
    await simOperations.round(t.app);
    expect(await operationsOf(t, card)).toMatchObject([{ status: 4, code: '4090' }]);
    expect(await cardRow(t, card)).toMatchObject({ state: 3, pending: null });
  });
});

test('an answer about another card is none: the operation is tried again, and fails in the end', async () => {
  const card = await addCard(t);
  await setFault(t, card, 'other');
  await submit(t, { iccids: [card.iccid] });
  await workAll(t);
  expect(await operationsOf(t, card)).toMatchObject([{ status: 4, code: '4090' }]);
  expect(await ordersOf(t, card)).toBe(0);
});

test('whoever asked hears when all of a batch has ended, once', async () => {
  const [good, bad] = [await addCard(t), await addCard(t, 3, 7)];
  const { userId, token } = await signInAs(t, { roles: ['sim'] });
  const { data } = await submit(t, { iccids: [good.iccid, bad.iccid] }, token);
  await Promise.all([simOperations.round(t.app), simOperations.round(t.app)]);
  await workAll(t);
  const told = (await noticesOf(t, ['停复机已完成', '停复机有失败'])).filter((one) => one.userId === userId);
  expect(told).toEqual([
    {
      userId,
      body: `批次${data.batchNo}：成功1张，失败1张`,
      path: `/simManage/stopResume?batchNo.eq=${data.batchNo}`,
    },
  ]);
});

describe('approval', () => {
  test('more than 100 cards wait for another person than the applicant (4010)', async () => {
    const applicant = await personWith(['stopResume.query', 'stopResume.add', 'stopResume.audit', 'stopResume.cancel']);
    const cards: TestCard[] = [];
    while (cards.length < 101) cards.push(await addCard(t));
    // For tomorrow: approved ones wait until then.
    const planTime = formatInstant(new Date(Date.now() + 86_400_000));
    const { data } = await submit(t, { iccids: cards.map(({ iccid }) => iccid), planTime }, applicant);
    expect(data.submitted).toBe(101);
    const { rows } = await t.app.pool.query<{ id: string }>(
      'select id::text as id from sim_operation where batch_no = $1 and status = 0',
      [data.batchNo],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(101);
    expect([await waitingFor(applicant), await waitingFor('admin')]).toEqual([0, 101]);
    const own = await act('audit', { ids: ids.slice(0, 2), result: 1 }, applicant);
    expect(own.data.skipped.map(({ code }) => code)).toEqual([4010, 4010]);
    expect((await act('audit', { ids: ids.slice(0, 99), result: 1 })).data.changed).toBe(99);
    expect((await act('audit', { ids: ids.slice(99, 100), result: 2 })).code).toBe(1001);
    expect((await act('audit', { ids: ids.slice(99, 100), result: 2, remark: '不需要停机' })).data.changed).toBe(1);
    expect((await act('cancel', { ids: ids.slice(100) })).data.skipped.map(({ code }) => code)).toEqual([4012]);
    expect((await act('cancel', { ids: ids.slice(100) }, applicant)).data.changed).toBe(1);
    const last = cards.at(-1);
    expect(last && (await cardRow(t, last))).toMatchObject({ state: 3, pending: null });
  });

  test('closing an account always does', async () => {
    const card = await addCard(t, 4);
    await submit(t, { iccids: [card.iccid], opType: 4 });
    expect(await operationsOf(t, card)).toMatchObject([{ status: 0 }]);
  });
});

describe('refusals', () => {
  const codeOf = async (form: object) => (await submit(t, form)).code;

  test('by state, terms, cause and vehicle', async () => {
    const [stock, stopped] = [await addCard(t, 0), await addCard(t, 4)];
    expect(await codeOf({ iccids: [stock.iccid] })).toBe(4005);
    expect(await codeOf({ iccids: ['89860420129999999991'] })).toBe(1002);
    await t.app.pool.query("update sim_card set stop_reason = '1' where id = $1", [stopped.id]);
    expect(await codeOf({ iccids: [stopped.iccid], opType: 2 })).toBe(4009);
    await t.app.pool.query("update sim_card set stop_reason = '5' where id = $1", [stopped.id]);
    expect(await codeOf({ iccids: [stopped.iccid], opType: 2 })).toBe(4011);
    await t.app.pool.query("update sim_card set open_time = '2020-01-01', expire_time = '2021-01-01' where id = $1", [
      stopped.id,
    ]);
    expect(await codeOf({ iccids: [stopped.iccid], opType: 2 })).toBe(4008);
  });

  test('a vehicle that is being looked for keeps its card (4003); a card in a vehicle is not closed (4004)', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const card = await addCard(t);
    await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [vehicleId, card.iccid]);
    await t.app.pool.query('update sim_card set sim_status = 4 where id = $1', [card.id]);
    expect(await codeOf({ iccids: [card.iccid], opType: 4 })).toBe(4004);
    await t.app.pool.query('update sim_card set sim_status = 3 where id = $1', [card.id]);
    const caseId = await addSample(t, entityNamed('stolenCase'));
    await t.app.pool.query('update veh_stolen_case set vehicle_id = $2, status = 1 where id = $1', [caseId, vehicleId]);
    expect(await codeOf({ iccids: [card.iccid] })).toBe(4003);
  });

  test('those that may go on, the others come back with their reasons', async () => {
    const [good, bad] = [await addCard(t), await addCard(t, 0)];
    const { data } = await submit(t, { iccids: [good.iccid, bad.iccid, '89860420129999999991'] });
    expect(data.submitted).toBe(1);
    expect(data.skipped.map(({ code }) => code)).toEqual([4005, 1002]);
    const preview = await t.call<{ rows: { iccid: string; result: number | null }[]; approval: number }>(
      'POST',
      '/veh/crm/simOperation/preview',
      { iccids: [good.iccid, bad.iccid], opType: 2 },
      { as: 'admin' },
    );
    expect(preview.data.rows.map(({ result }) => result)).toEqual([null, null]);
  });

  test('the button of the card, or that of the page, and no other', async () => {
    const card = await addCard(t);
    const user = await personWith(['simIndex.query', 'simIndex.resume']);
    expect((await submit(t, { iccids: [card.iccid] }, user)).code).toBe(1003);
    expect((await submit(t, { iccids: [card.iccid], opType: 2 }, user)).code).toBe(4005);
  });
});

describe('what has come up since it was asked for', () => {
  const tomorrow = () => formatInstant(new Date(Date.now() + 86_400_000));
  /** Lets the planned time come. */
  const due = ({ id }: TestCard) =>
    t.app.pool.query('update sim_operation set next_time = now(), plan_time = null where sim_id = $1', [id]);
  async function installed(card: TestCard): Promise<string> {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    await t.app.pool.query('update veh_vehicle set iccid = $2 where id = $1', [vehicleId, card.iccid]);
    return vehicleId;
  }
  async function reportStolen(vehicleId: string): Promise<void> {
    const caseId = await addSample(t, entityNamed('stolenCase'));
    await t.app.pool.query('update veh_stolen_case set vehicle_id = $2, status = 1 where id = $1', [caseId, vehicleId]);
  }

  test('a vehicle that is looked for by then keeps its card: the operation ends with 4003, and is not tried again', async () => {
    const card = await addCard(t);
    const vehicleId = await installed(card);
    await submit(t, { iccids: [card.iccid], planTime: tomorrow() });
    await reportStolen(vehicleId);
    await due(card);
    await workAll(t);
    const [operation] = await operationsOf(t, card);
    expect(operation).toMatchObject({ status: 4, code: '4003' });
    expect([await ordersOf(t, card), await cardRow(t, card)]).toEqual([0, { state: 3, pending: null, reason: null }]);
    expect((await act('retry', { ids: [operation?.id] })).data.skipped.map(({ code }) => code)).toEqual([4003]);
  });

  test('the account of a card that is in a vehicle by then is not closed, and none is put in while it is being closed', async () => {
    const card = await addCard(t, 4);
    await submit(t, { iccids: [card.iccid], opType: 4 });
    const [operation] = await operationsOf(t, card);
    const { vin } = await readVehicle(await addSample(t, entityNamed('vehicle')));
    const bind = await t.call('POST', '/veh/crm/simCard/bindVehicle', { iccid: card.iccid, vin }, { as: 'admin' });
    expect(bind.code).toBe(4007);
    await installed(card);
    const other = await personWith(['stopResume.query', 'stopResume.audit']);
    const { data } = await act('audit', { ids: [operation?.id], result: 1 }, other);
    // The vehicle of the card is part of what was handed in: it had none.
    expect(data.skipped.map(({ code }) => code)).toEqual([1024]);
    expect(await operationsOf(t, card)).toMatchObject([{ status: 0 }]);
  });
});

describe('by the buttons of the cards', () => {
  const operate = (body: object, as = 'admin') =>
    t.call<{ changed: number; skipped: { id: string; code: number }[] }>('POST', '/veh/crm/simCard/operate', body, {
      as,
    });
  const form = { reasonCode: '7', remark: '车主申请停机' };

  test('each card that may have it gets an operation, the others their reasons', async () => {
    const [good, bad] = [await addCard(t), await addCard(t, 0)];
    const { data } = await operate({ ids: [good.id, bad.id], opType: 1, ...form });
    expect(data).toMatchObject({ changed: 1, skipped: [{ id: bad.id, code: 4005 }] });
    expect(await cardRow(t, good)).toMatchObject({ state: 3, pending: 1 });
    expect((await operate({ ids: [good.id], opType: 1, ...form })).data.skipped).toMatchObject([{ code: 4007 }]);
    await workAll(t);
    expect(await cardRow(t, good)).toMatchObject({ state: 4, pending: null });
  });

  test('an account is closed by the end of its number, and by another person’s approval', async () => {
    const card = await addCard(t, 4);
    const close = { ids: [card.id], opType: 4, ...form };
    expect((await operate({ ...close, iccidEnd: '000000' })).code).toBe(1001);
    expect((await operate({ ...close, iccidEnd: card.iccid.slice(-6) })).data.changed).toBe(1);
    expect(await operationsOf(t, card)).toMatchObject([{ status: 0 }]);
  });

  test('need their own rights', async () => {
    const card = await addCard(t);
    const user = await personWith(['simIndex.query', 'simIndex.resume']);
    expect((await operate({ ids: [card.id], opType: 1, ...form }, user)).code).toBe(1003);
  });
});

describe('with its vehicle', () => {
  const operate = (id: string, more: object) =>
    t.call('POST', '/veh/crm/vehicle/operation', { ids: [id], ...more }, { as: 'admin' });
  async function cardIn(vehicleId: string) {
    const card = await addCard(t);
    await t.app.pool.query('update veh_vehicle set iccid = $2, operation_status = 0 where id = $1', [
      vehicleId,
      card.iccid,
    ]);
    return card;
  }

  test('a card is suspended on request, and resumed when the vehicle is', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const card = await cardIn(vehicleId);
    const { code } = await operate(vehicleId, { operationStatus: 1, reasonCode: '1', stopSim: 1 });
    expect(code).toBe(0);
    await workAll(t);
    expect(await cardRow(t, card)).toEqual({ state: 4, pending: null, reason: '4' });
    await operate(vehicleId, { operationStatus: 0 });
    await workAll(t);
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
  });

  test('a vehicle that works again before its card is suspended keeps it', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const card = await cardIn(vehicleId);
    const stop = { operationStatus: 1, reasonCode: '1', stopSim: 1 };
    // No carrier knows of it yet.
    await operate(vehicleId, stop);
    await operate(vehicleId, { operationStatus: 0 });
    expect((await operationsOf(t, card)).map(({ status }) => status)).toEqual([6]);
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
    // The carrier is at it: the card is resumed when it has been suspended.
    await operate(vehicleId, stop);
    await simOperations.round(t.app);
    await operate(vehicleId, { operationStatus: 0 });
    await workAll(t);
    expect((await operationsOf(t, card)).map(({ status }) => status)).toEqual([6, 3, 3]);
    expect(await cardRow(t, card)).toEqual({ state: 3, pending: null, reason: null });
  });

  test('a card that was suspended for another reason stays so', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const card = await cardIn(vehicleId);
    await t.app.pool.query("update sim_card set sim_status = 4, stop_reason = '7' where id = $1", [card.id]);
    await operate(vehicleId, { operationStatus: 1, reasonCode: '1', stopSim: 1 });
    await operate(vehicleId, { operationStatus: 0 });
    await workAll(t);
    expect(await cardRow(t, card)).toEqual({ state: 4, pending: null, reason: '7' });
  });
});

test('what was read from the carrier before an operation ended does not undo it', async () => {
  const card = await addCard(t);
  await t.app.pool.query('update sim_card set next_sync_time = now() where id = $1', [card.id]);
  await submit(t, { iccids: [card.iccid] });
  await syncDue(t.app);
  expect(await cardRow(t, card)).toMatchObject({ state: 3, pending: 1 });
  await workAll(t);
  expect(await cardRow(t, card)).toMatchObject({ state: 4, pending: null });
});
