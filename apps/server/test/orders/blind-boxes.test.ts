import type { ShownBoxes } from '@wheelhouse/contract/calls/events/raffles';
import type { OrderSums } from '@wheelhouse/contract/calls/orders/orders';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payment } from '../../src/modules/orders/pay/payment.ts';
import { couponKit } from '../prizes/coupon-kit.ts';
import { boxesWorld, type BoxesWorld } from './box-kit.ts';

/** Blind boxes, bought in the app and paid at the sandbox of WeChat Pay. */
let w: BoxesWorld;
beforeAll(async () => {
  w = await boxesWorld();
});
afterAll(() => w.stop());

const raffles = machines['SM-Raffle'].states;
const { toPay, paid, opened, done, closed } = machines['SM-BlindOrder'].states;
const { none, partly, all } = codes.BoxOpenStatus;
const box = codes.BoxState;

describe('an order of boxes', () => {
  test('is paid, fixes what each box holds, shows it box by box, and is done when all was granted', async () => {
    const theme = await w.theme();
    const { id } = await w.campaign([{ prizeKind: w.kinds.theme, prizeId: theme, quantity: 20, probability: 100 }]);
    const { by, orderNo } = await w.paid({ activityId: id, count: 1 });
    expect(await w.boxOrder(orderNo)).toMatchObject({
      orderStatus: paid,
      openStatus: none,
      payFen: 990,
      results: null,
    });
    // Fixed, and told by nobody.
    expect(
      await w.number(
        'select count(*) from ord_blind_box b join act_raffle_draw d on d.id = b.draw_id where d.given = 1 and d.activity_id = $1',
        id,
      ),
    ).toBe(1);
    expect(await w.boxesOf(orderNo)).toMatchObject([
      {
        boxNo: 1,
        boxState: box.unopened,
        itemName: null,
        rarity: null,
        probability: null,
        winningId: null,
      },
    ]);
    const answer = await w.open(by, orderNo, 1);
    expect(answer).toMatchObject({
      code: 0,
      data: { boxNo: 1, rarity: '第1款', probability: 100, prizeKind: w.kinds.theme },
    });
    expect((await w.open(by, orderNo, 1)).data).toEqual(answer.data);
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: opened, openStatus: all });
    await w.grantBoxes();
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: done });
    expect(
      await w.number(
        'select count(*) from cnt_user_theme where user_id = $1 and theme_id = $2 and not deleted',
        by.id,
        theme,
      ),
    ).toBe(1);
    expect(await w.boxesOf(orderNo)).toMatchObject([
      { boxState: box.opened, grantState: codes.GrantState.granted, rarity: '第1款' },
    ]);
    expect(await w.state(id)).toMatchObject({ held: 0, heldFen: 0, won: 1, boxes: 1 });
  });

  test('of prizes that are sent is done when they were signed for', async () => {
    const { by, orderNo } = await w.paid({ count: 2 });
    await w.open(by, orderNo, 2);
    expect(await w.boxOrder(orderNo)).toMatchObject({
      orderStatus: paid,
      openStatus: partly,
      results: expect.any(Array),
      resultsUrl: [expect.any(String)],
    });
    await w.open(by, orderNo, 1);
    await w.grantBoxes();
    await w.job();
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: opened });
    expect(
      await w.number(
        `select count(*) from act_winning_record where user_id = $1 and source = ${codes.WinSource.blindBox} and activity_id is not null`,
        by.id,
      ),
    ).toBe(2);
    await w.t.app.pool.query('update act_winning_record set status = $2 where user_id = $1', [
      by.id,
      machines['SM-Winning'].states.done,
    ]);
    await w.job();
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: done });
  });

  test('is made once however often the same request comes', async () => {
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const answers = await Promise.all([1, 2, 3].map(() => w.orderBoxes(by, id, { requestId: 'same-request-1' })));
    expect(new Set(answers.map(({ data }) => data.orderNo)).size).toBe(1);
    expect(await w.orderBoxes(by, id, { requestId: 'same-request-1', count: 2 })).toMatchObject({ code: 6046 });
    expect(await w.state(id)).toMatchObject({ held: 3, boxes: 3 });
  });

  test('that nobody pays gives back boxes, budget and coupon', async () => {
    const kit = couponKit(w.t);
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const { couponNo } = await kit.published({ amountFen: 300, thresholdFen: 0, scope: codes.CouponScope.blindBoxes });
    const { data: coupon } = await kit.receive(by, couponNo);
    const { data } = await w.orderBoxes(by, id, { couponId: coupon.id });
    expect(data.payFen).toBe(2_670);
    expect(await w.open(by, data.orderNo, 1)).toMatchObject({ code: 1004 });
    await w.t.app.pool.query(`update ord_order set expire_time = now() - interval '1 second' where order_no = $1`, [
      data.orderNo,
    ]);
    await w.payments();
    expect(await w.boxOrder(data.orderNo)).toMatchObject({ orderStatus: closed });
    expect(await w.state(id)).toMatchObject({ held: 0, heldFen: 0, boxes: 0, won: 0 });
    expect(await kit.mine(by)).toMatchObject([{ status: machines['SM-UserCoupon'].states.unused }]);
  });

  test('paid at the last moment is paid; paid after it was closed goes back whole, and draws nothing', async () => {
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const over = (orderNo: string) =>
      w.t.app.pool.query(`update ord_order set expire_time = now() - interval '1 second' where order_no = $1`, [
        orderNo,
      ]);
    const { data: last } = await w.orderBoxes(by, id);
    await w.control({ tradeNo: last.orderNo, act: 'pay' });
    await over(last.orderNo);
    await w.payments();
    expect(await w.boxOrder(last.orderNo)).toMatchObject({ orderStatus: paid });
    const { data: late } = await w.orderBoxes(by, id);
    await w.control({ tradeNo: late.orderNo, act: 'pay' });
    // Closed here before the channel told.
    await w.t.app.pool.query(
      `with o as (update ord_order set order_status = ${closed} where order_no = $1 returning id)
       update ord_payment set status = ${payment.closed}, next_time = null where order_id = (select id from o)`,
      [late.orderNo],
    );
    await w.control({ tradeNo: late.orderNo, tell: {} });
    const { refundNo } = await w.refundOf(late.orderNo);
    await w.refunds();
    await w.payBack(late.orderNo, refundNo);
    expect(await w.boxOrder(late.orderNo)).toMatchObject({
      orderStatus: closed,
      refundedFen: 2_970,
      payIssue: codes.PayIssue.afterClose,
    });
    expect(await w.boxesOf(late.orderNo)).toEqual([]);
    expect(await w.state(id)).toMatchObject({ won: 3 });
  });

  test('told twice at the same moment is paid once, each box drawn once', async () => {
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const { data } = await w.orderBoxes(by, id);
    await w.control({ tradeNo: data.orderNo, act: 'pay', tell: { times: 4, together: true } });
    expect(await w.boxesOf(data.orderNo)).toHaveLength(3);
    expect(await w.state(id)).toMatchObject({ won: 3, held: 0 });
  });

  test('that a coupon covers is paid at once', async () => {
    const kit = couponKit(w.t);
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const { couponNo } = await kit.published({ amountFen: 990, thresholdFen: 0, scope: codes.CouponScope.blindBoxes });
    const { data: coupon } = await kit.receive(by, couponNo);
    const { data } = await w.orderBoxes(by, id, { count: 1, couponId: coupon.id });
    expect(data).toMatchObject({ payFen: 0, payParams: null });
    expect(await w.boxOrder(data.orderNo)).toMatchObject({ orderStatus: paid });
    expect(await w.open(by, data.orderNo, 1)).toMatchObject({ code: 0 });
  });

  test('opens by itself after seven days', async () => {
    const { by, orderNo } = await w.paid();
    await w.open(by, orderNo, 2);
    await w.job();
    expect(await w.boxOrder(orderNo)).toMatchObject({ openStatus: partly });
    await w.t.app.pool.query(`update ord_order set pay_time = now() - interval '7 days 1 second' where order_no = $1`, [
      orderNo,
    ]);
    await w.job();
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: opened, openStatus: all });
    expect((await w.boxesOf(orderNo)).every(({ itemName }) => itemName !== null)).toBe(true);
  });
});

describe('an order is refused', () => {
  test('for the buyer’s age (7011)', async () => {
    const { id } = await w.campaign();
    const aged = async (years: number | null) => {
      const by = await w.buyer();
      await w.t.app.pool.query(
        `update usr_app_user set birthday = (now() at time zone 'Asia/Shanghai')::date - make_interval(years => $2::int) where id = $1`,
        [by.id, years],
      );
      return by;
    };
    expect(await w.orderBoxes(await w.buyer(), id, { ageConfirmed: 0 })).toMatchObject({ code: 7011 });
    expect(await w.orderBoxes(await w.buyer(), id, { ageConfirmed: 0, guardianConsent: 1 })).toMatchObject({ code: 0 });
    expect(await w.orderBoxes(await aged(17), id)).toMatchObject({ code: 7011 });
    expect(await w.orderBoxes(await aged(17), id, { guardianConsent: 1 })).toMatchObject({ code: 0 });
    expect(await w.orderBoxes(await aged(18), id)).toMatchObject({ code: 0 });
    expect(await w.orderBoxes(await aged(7), id, { guardianConsent: 1 })).toMatchObject({ code: 7011 });
    expect(await w.orderBoxes(await aged(8), id, { ageConfirmed: 0, guardianConsent: 1 })).toMatchObject({ code: 0 });
  });

  test('where the campaign sells none now (6041), and nobody draws from it without paying', async () => {
    const { id } = await w.campaign();
    const by = await w.buyer();
    for (const change of [
      `status = ${raffles.ended}`,
      `end_time = now() - interval '1 second'`,
      `activity_type = ${codes.RaffleType.plain}`,
      `start_time = now() + interval '1 hour'`,
    ]) {
      await w.t.app.pool.query(`update act_raffle_activity set ${change} where id = $1`, [id]);
      expect(await w.orderBoxes(by, id), change).toMatchObject({ code: 6041 });
      await w.t.app.pool.query(
        `update act_raffle_activity set status = ${raffles.running}, activity_type = ${codes.RaffleType.blindBox}, start_time = now() - interval '1 day', end_time = now() + interval '1 day' where id = $1`,
        [id],
      );
    }
    const draw = { activityId: id, requestId: 'for-nothing-1' };
    expect(await w.t.call('POST', '/app/v1/raffle/draw', draw, { as: by.token })).toMatchObject({ code: 6043 });
    expect(await w.orderBoxes(by, '999999')).toMatchObject({ code: 6041 });
  });

  test('beyond what one user may have, and beyond ten', async () => {
    const { id } = await w.campaign(undefined, { maxBoxesPerUser: 4 });
    const by = await w.buyer();
    expect(await w.orderBoxes(by, id)).toMatchObject({ code: 0 });
    expect(await w.orderBoxes(by, id, { count: 2 })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'count' }] },
    });
    expect(await w.orderBoxes(by, id, { count: 1 })).toMatchObject({ code: 0 });
    for (const count of [0, 11, 1.5]) expect(await w.orderBoxes(by, id, { count })).toMatchObject({ code: 1001 });
  });

  test('for a coupon of something else, and of a stranger', async () => {
    const kit = couponKit(w.t);
    const [by, { id }] = [await w.buyer(), await w.campaign()];
    const { couponNo } = await kit.published({ amountFen: 300, thresholdFen: 0, scope: codes.CouponScope.mall });
    const { data: coupon } = await kit.receive(by, couponNo);
    expect(await w.orderBoxes(by, id, { couponId: coupon.id })).toMatchObject({ code: 1001 });
    const { orderNo } = await w.paid();
    expect(await w.open(by, orderNo, 1)).toMatchObject({ code: 1002 });
  });

  test('where the pool or its budget has not so many (7012)', async () => {
    const { id } = await w.campaign([{ quantity: 2, probability: 100 }]);
    expect(await w.orderBoxes(await w.buyer(), id)).toMatchObject({ code: 7012 });
    expect(await w.orderBoxes(await w.buyer(), id, { count: 2 })).toMatchObject({ code: 0 });
    expect(await w.orderBoxes(await w.buyer(), id, { count: 1 })).toMatchObject({ code: 7012 });
    const { id: poor } = await w.campaign();
    await w.t.app.pool.query('update act_raffle_prize set cost_fen = 100 where activity_id = $1', [poor]);
    await w.t.app.pool.query('update act_raffle_state set budget_limit_fen = 250 where activity_id = $1', [poor]);
    expect(await w.orderBoxes(await w.buyer(), poor)).toMatchObject({ code: 7012 });
    const { orderNo } = await w.paid({ activityId: poor, count: 2 });
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: paid });
    expect(await w.state(poor)).toMatchObject({ heldFen: 0, spentFen: 200 });
  });
});

test('fifty buyers of the last ten boxes get ten, all of which hold something', async () => {
  const { id } = await w.campaign([
    { quantity: 4, probability: 30 },
    { quantity: 6, probability: 70 },
  ]);
  const buyers = await Promise.all(Array.from({ length: 50 }, () => w.buyer()));
  const answers = await Promise.all(buyers.map((by) => w.orderBoxes(by, id, { count: 1 })));
  const sold = answers.filter(({ code }) => code === 0).map(({ data }) => data.orderNo);
  expect(sold).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 7012)).toHaveLength(40);
  await Promise.all(sold.map((orderNo) => w.pay(orderNo)));
  expect(await w.state(id)).toMatchObject({ held: 0, heldFen: 0, won: 10, boxes: 10 });
  expect(await w.number('select count(*) from act_raffle_prize where activity_id = $1 and won = quantity', id)).toBe(2);
});

test('the app shows price, odds and what is left; the console sums up', async () => {
  const { id } = await w.campaign(
    [
      { quantity: 4, probability: 12.345678 },
      { quantity: 6, probability: 87.654322 },
    ],
    { guaranteeCount: 3 },
  );
  const { by, orderNo } = await w.paid({ activityId: id });
  const { data } = await w.t.call<ShownBoxes>('GET', '/app/v1/blindbox/detail', { activityId: id }, { as: by.token });
  expect(data).toMatchObject({ priceFen: 990, guaranteeCount: 3, left: 7, mayBuy: 7, eligible: 1, seed: null });
  expect(data.prizes.map(({ probability }) => probability)).toEqual([12.345678, 87.654322]);
  const sums = { orders: 1, paidFen: 2_970, refundedFen: 0, netFen: 2_970 } satisfies OrderSums;
  expect((await w.post('blindBoxOrder/summary', { query: { orderNo } })).data).toEqual(sums);
  expect(await w.mine(by)).toMatchObject([
    { orderNo, kind: codes.OrderKind.blindBox, goodsType: null, toOpen: [1, 2, 3] },
  ]);
  const years = { 'payTime.ge': '2024-01-01', 'payTime.le': '2025-12-31' };
  for (const path of ['list', 'summary', 'export'])
    expect(await w.post(`blindBoxOrder/${path}`, { query: years }), path).toMatchObject({ code: 1012 });
  expect(await w.post('goodsOrder/list', { query: { orderNo } })).toMatchObject({ data: { list: [] } });
  expect((await w.boxOrder(orderNo)).orderStatus).not.toBe(toPay);
});
