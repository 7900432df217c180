import type { ExpressTrack } from '@wheelhouse/contract/calls/prizes/express';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ordersModule } from '../../src/modules/orders/module.ts';
import { expressJobs } from '../../src/modules/prizes/express/follow.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { expressWorld, type ExpressWorld } from '../prizes/express-kit.ts';
import { addSample } from '../registry/samples.ts';
import { addOrder } from '../support/orders.ts';

/** Parcels of orders, followed at the sandbox of Kuaidi100 over HTTP, by what follows those of prizes. */
let w: ExpressWorld;
beforeAll(async () => {
  w = await expressWorld();
});
afterAll(() => w.stop());

const { shipped, done } = machines['SM-Order'].states;
const { delivering, signed, refused, underWay } = codes.ExpressState;

const post = <Data>(path: string, body: object, as = 'admin') =>
  w.t.call<Data>('POST', `/order/crm/goodsOrder/${path}`, body, { as });

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly orderStatus: number;
  readonly expressState: number | null;
  readonly finishTime: string | null;
}

const one = async (id: string): Promise<Order> => (await post<Order>('detail', { id })).data;
const current = async (id: string) => (await post<ExpressTrack>('track', { id })).data.parcels[0];
const events = async (id: string, event: string): Promise<number> => {
  const { rows } = await w.t.app.pool.query('select 1 from ord_log where order_id = $1 and event = $2', [id, event]);
  return rows.length;
};

async function ship(number = w.freshNumber()) {
  const { id, userId } = await addOrder(w.t, await addSample(w.t, entityNamed('prize')));
  await w.t.app.pool.query(`update ord_order set receiver_mobile_mask = '137****0002' where id = $1`, [id]);
  expect(await post('ship', { id, expressCompany: 'SF', expressNo: number })).toMatchObject({ code: 0 });
  return { id, userId, number };
}

async function followed(end = 1) {
  const sent = await ship(w.freshNumber(end));
  await w.round();
  return sent;
}

describe('the parcel of an order', () => {
  test('is subscribed to when it is shipped, comes on with each push, and completes the order when signed for', async () => {
    const { id, number } = await ship();
    expect(await current(id)).toMatchObject({ company: 'SF', number, following: 'waiting', state: null });
    await w.round();
    expect(await current(id)).toMatchObject({ number, following: 'followed', isCurrent: true, steps: [] });
    await w.sandbox(number, { steps: 4, push: {} });
    expect((await current(id))?.steps.map(({ state }) => state)).toHaveLength(4);
    expect(await one(id)).toMatchObject({ orderStatus: shipped, expressState: delivering });
    const { data } = await post<{ list: Order[] }>('list', { query: { 'expressState.in': [delivering] } });
    expect(data.list.map((row) => row.id)).toEqual([id]);

    await w.sandbox(number, { steps: 5, push: {} });
    // No worker has run: it happened with the push.
    expect(await one(id)).toMatchObject({ orderStatus: done, expressState: signed, finishTime: expect.any(String) });
    expect(await events(id, 'received')).toBe(1);
    const { rows } = await w.t.app.pool.query(
      `select username from sys_operation_log where entity = 'goodsOrder' and entity_id = $1 and action = 'receive'`,
      [id],
    );
    expect(rows).toEqual([{ username: 'system' }]);
  });

  test('is never moved back by pushes out of order, late or twice, and completes it once', async () => {
    const { id, number } = await followed();
    await w.sandbox(number, { steps: 4, push: {} });
    await w.sandbox(number, { push: { at: 2 } });
    expect(await current(id)).toMatchObject({ state: delivering, steps: { length: 4 } });
    await w.sandbox(number, { steps: 5 });
    const pushed = await Promise.all([1, 2, 3].map(() => w.sandbox(number, { push: { times: 2 } })));
    expect(pushed.flat().map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await w.sandbox(number, { push: { at: 3, delayMs: 20 } });
    expect(await one(id)).toMatchObject({ orderStatus: done, expressState: signed });
    expect(await events(id, 'received')).toBe(1);
  });

  test('with a push that is not signed, or an address of another number, stays where it is', async () => {
    const { id, number } = await followed();
    expect(await w.sandbox(number, { steps: 5, push: { forged: true } })).toMatchObject([{ status: 401 }]);
    const address = (await w.callback(number)).replace(number, w.freshNumber());
    await w.t.app.pool.query('update sbx_express_parcel set callback = $2 where nu = $1', [number, address]);
    expect(await w.sandbox(number, { push: {} })).toMatchObject([{ status: 401 }]);
    expect(await one(id)).toMatchObject({ orderStatus: shipped, expressState: null });
  });

  test('that is refused tells who ships, and the order does not end by itself', async () => {
    const { id, number } = await followed(7);
    const { orderNo } = await one(id);
    await w.sandbox(number, { steps: 5, push: { times: 2 } });
    expect(await one(id)).toMatchObject({ orderStatus: shipped, expressState: refused });
    const { rows } = await w.t.app.pool.query('select distinct title_zh, path from msg_notice where path like $1', [
      `%${orderNo}`,
    ]);
    expect(rows).toEqual([{ title_zh: '订单快件收件人拒收', path: `/orderManage/orderList?orderNo=${orderNo}` }]);
    await w.t.app.pool.query(`update ord_order set ship_time = now() - interval '16 days' where id = $1`, [id]);
    for (const job of ordersModule.jobs ?? []) await job.run(w.t.app);
    expect(await one(id)).toMatchObject({ orderStatus: shipped });
  });

  test('is asked about by who ships, once in half an hour', async () => {
    const { id, number } = await followed();
    await w.sandbox(number, { steps: 3 });
    expect(await post('askTrack', { id })).toMatchObject({ code: 0, data: { parcels: [{ state: underWay }] } });
    expect(await post('askTrack', { id })).toMatchObject({ code: 6033 });
    expect(
      await post('askTrack', { id: (await addOrder(w.t, await addSample(w.t, entityNamed('prize')))).id }),
    ).toMatchObject({
      code: 1002,
    });
  });

  test('that was shipped before there was this is followed from the next hour on', async () => {
    const { id, number } = await ship();
    await w.t.app.pool.query('delete from exp_parcel where number = $1', [number]);
    for (const job of expressJobs) await job.run(w.t.app);
    await w.round();
    expect(await current(id)).toMatchObject({ number, following: 'followed' });
  });
});

test('an order and a prize in one box arrive together', async () => {
  const won = await w.ship();
  const { id } = await ship(won.number);
  await w.round();
  await w.sandbox(won.number, { steps: 5, push: {} });
  expect(await one(id)).toMatchObject({ orderStatus: done });
  expect(await w.status(won.id)).toBe(machines['SM-Winning'].states.done);
});

describe('an erased buyer', () => {
  const erase = async (userId: string): Promise<void> => {
    await w.t.app.pool.query(
      `update usr_app_user set status = ${machines['SM-AppUser'].states.deleting}, deletion_time = now() - interval '16 days' where id = $1`,
      [userId],
    );
    await eraseDue(w.t.app);
  };
  const parcels = async (number: string): Promise<number> =>
    (await w.t.app.pool.query('select 1 from exp_parcel where number = $1', [number])).rows.length;

  test('leaves no parcel, unless somebody else has something in the same box', async () => {
    const [alone, shared] = [await followed(), await followed()];
    const other = await ship(shared.number);
    await erase(alone.userId);
    await erase(shared.userId);
    expect([await parcels(alone.number), await parcels(shared.number)]).toEqual([0, 1]);
    expect(await current(other.id)).toMatchObject({ number: shared.number });
    expect(await current(shared.id)).toBeUndefined();
    // Nor does it come back.
    for (const job of expressJobs) await job.run(w.t.app);
    expect(await parcels(alone.number)).toBe(0);
    expect(await current(shared.id)).toBeUndefined();
  });

  test('is sent what they paid, and then nobody knows any more where to', async () => {
    const { id, userId } = await addOrder(w.t, await addSample(w.t, entityNamed('prize')));
    await w.t.app.pool.query(
      `update ord_order set receiver_mask = '王**', address_mask = '人民大道***' where id = $1`,
      [id],
    );
    await erase(userId);
    const number = w.freshNumber();
    expect(await post('ship', { id, expressCompany: 'SF', expressNo: number })).toMatchObject({ code: 0 });
    const { rows } = await w.t.app.pool.query(
      'select receiver_mask, address_mask, order_status from ord_order where id = $1',
      [id],
    );
    expect(rows).toEqual([{ receiver_mask: null, address_mask: null, order_status: shipped }]);
    expect(await parcels(number)).toBe(0);
  });
});
