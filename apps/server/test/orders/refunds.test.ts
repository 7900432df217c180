import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelOf } from '../../src/adapters/pay/index.ts';
import { payment } from '../../src/modules/orders/pay/payment.ts';
import { addUser, password } from '../access/fixture.ts';
import { couponKit } from '../prizes/coupon-kit.ts';
import { sampleFile } from '../registry/samples.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

/** Money that goes back, through the sandbox of WeChat Pay. */
let w: OrdersWorld;
let [second, third] = ['', ''];
beforeAll(async () => {
  w = await ordersWorld();
  await addUser(w.t, { username: 'finance.two', roles: ['admin'] });
  await addUser(w.t, { username: 'finance.three', roles: ['admin'] });
  second = await w.t.login('finance.two', password);
  third = await w.t.login('finance.three', password);
});
afterAll(() => w.stop());

const { paid, refunded, closed } = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const { changedMind, fault } = codes.RefundReason;
const asked = { reasonCode: changedMind, remark: '买错了，希望退款' };

/** Paid mall goods of 50 yuan. */
async function bought(more: object = {}) {
  const [by, goodsId] = [await w.buyer(), await w.goods(3)];
  const { data } = await w.mallOrder(by, goodsId, more);
  await w.pay(data.orderNo);
  return { by, goodsId, ...data };
}
const apply = (orderNo: string, amountFen: number, more: object = {}, as = 'admin') =>
  w.post<{ refundNo: string }>('goodsOrder/refund', { orderNo, amountFen, ...asked, ...more }, as);
const audit = (refundNo: string, result: number, as = second, remark?: string) =>
  w.post('refund/audit', { refundNo, result, ...(remark !== undefined && { remark }) }, as);

describe('a refund', () => {
  test('is applied for, approved by another person, paid by the channel, and gives back coupon and stock when whole', async () => {
    const kit = couponKit(w.t);
    const { couponNo } = await kit.published({ amountFen: 1_000, thresholdFen: 0 });
    const [by, goodsId] = [await w.buyer(), await w.goods(1)];
    const { data: coupon } = await kit.receive(by, couponNo);
    const { data } = await w.mallOrder(by, goodsId, { couponId: coupon.id });
    await w.pay(data.orderNo);
    const { data: made } = await apply(data.orderNo, 4_000);
    expect(await w.one(data.orderNo)).toMatchObject({ refundStatus: refunds.inReview });
    expect(await audit(made.refundNo, 1, 'admin')).toMatchObject({ code: 5002 });
    expect(await audit(made.refundNo, 1)).toMatchObject({ code: 0 });
    await w.refunds();
    await w.payBack(data.orderNo, made.refundNo);
    expect(await w.refundOf(data.orderNo)).toMatchObject({ refundStatus: refunds.refunded, amountFen: 4_000 });
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: refunded, refundedFen: 4_000 });
    expect(await kit.mine(by)).toMatchObject([{ status: machines['SM-UserCoupon'].states.unused }]);
    expect(await w.number('select available from act_prize where id = $1', goodsId)).toBeGreaterThan(0);
  });

  test('may be of a part, and then of the rest, never of more', async () => {
    const { orderNo } = await bought();
    const { data: part } = await apply(orderNo, 2_000);
    expect(await apply(orderNo, 1_000)).toMatchObject({ code: 7004 });
    await audit(part.refundNo, 1);
    await w.refunds();
    await w.payBack(orderNo, part.refundNo);
    expect(await w.one(orderNo)).toMatchObject({
      orderStatus: paid,
      refundStatus: refunds.partlyRefunded,
      refundedFen: 2_000,
    });
    expect(await apply(orderNo, 3_001)).toMatchObject({ code: 7005, message: expect.stringContaining('30.00') });
    const { data: rest } = await apply(orderNo, 3_000);
    await audit(rest.refundNo, 1);
    await w.refunds();
    await w.payBack(orderNo, rest.refundNo);
    await w.payBack(orderNo, rest.refundNo);
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: refunded, refundedFen: 5_000 });
  });

  test('above a thousand yuan is approved by two', async () => {
    const { orderNo, goodsId } = await bought();
    await w.t.app.pool.query('update act_prize set market_price_fen = 200000 where id = $1', [goodsId]);
    const by = await w.buyer();
    const { data } = await w.mallOrder(by, goodsId);
    await w.pay(data.orderNo);
    const { data: made } = await apply(data.orderNo, 200_000);
    expect(await audit(made.refundNo, 1)).toMatchObject({ code: 0 });
    expect(await w.refundOf(data.orderNo)).toMatchObject({ refundStatus: refunds.inReview });
    expect(await audit(made.refundNo, 1)).toMatchObject({ code: 5002 });
    expect(await audit(made.refundNo, 1, third)).toMatchObject({ code: 0 });
    expect(await w.refundOf(data.orderNo)).toMatchObject({ refundStatus: refunds.refunding });
    expect(await w.one(orderNo)).toMatchObject({ refundStatus: refunds.none });
  });

  test('is rejected with a reason that the buyer reads, or withdrawn by whoever asked', async () => {
    const { orderNo, by } = await bought();
    const { data: made } = await apply(orderNo, 1_000);
    expect(await audit(made.refundNo, 2)).toMatchObject({ code: 1001 });
    expect(await audit(made.refundNo, 2, second, '商品已使用')).toMatchObject({ code: 0 });
    expect(await w.one(orderNo)).toMatchObject({ refundStatus: refunds.rejected });
    expect(
      await w.number(`select count(*) from msg_inbox where user_id = $1 and body_zh like '%商品已使用%'`, by.id),
    ).toBe(1);
    const { data: again } = await apply(orderNo, 5_000);
    expect(await w.post('refund/cancel', { refundNo: again.refundNo }, second)).toMatchObject({ code: 1003 });
    expect(await w.post('refund/cancel', { refundNo: again.refundNo })).toMatchObject({ code: 0 });
    expect(await w.one(orderNo)).toMatchObject({ refundStatus: refunds.none });
    expect(await apply(orderNo, 5_000)).toMatchObject({ code: 0 });
  });

  test('that the channel refuses is retried, or paid back off-line with a voucher', async () => {
    const { orderNo } = await bought();
    const { data: made } = await apply(orderNo, 5_000);
    await audit(made.refundNo, 1);
    await w.refunds();
    await w.control({ tradeNo: orderNo, refundNo: made.refundNo, act: 'refused', tell: {} });
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.failed });
    expect(await apply(orderNo, 100)).toMatchObject({ code: 7004 });
    expect(await w.post('refund/offline', { refundNo: made.refundNo, remark: '已转账给用户' }, second)).toMatchObject({
      code: 1001,
    });
    const voucherFileId = await sampleFile(w.t, 'evidence');
    const form = { refundNo: made.refundNo, accountLast4: '6688', voucherFileId, remark: '已转账给用户' };
    expect(await w.post('refund/offline', form)).toMatchObject({ code: 0 });
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: refunded, refundedFen: 5_000 });
  });

  test('of what was granted long ago needs a reason that the buyer cannot help, with pictures', async () => {
    const by = await w.buyer();
    const { data } = await w.order(by, { goodsId: await w.theme() });
    await w.pay(data.orderNo);
    await w.grants();
    await w.t.app.pool.query(`update ord_order set grant_time = now() - interval '25 hours' where order_no = $1`, [
      data.orderNo,
    ]);
    expect(await apply(data.orderNo, 600)).toMatchObject({ code: 7002 });
    expect(await apply(data.orderNo, 600, { reasonCode: fault })).toMatchObject({ code: 1001 });
    const evidence = [await sampleFile(w.t, 'image')];
    const { data: made } = await apply(data.orderNo, 600, { reasonCode: fault, evidence });
    await audit(made.refundNo, 1);
    await w.refunds();
    await w.payBack(data.orderNo, made.refundNo);
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: refunded });
    expect(
      await w.number('select count(*) from cnt_user_theme where order_no = $1 and not deleted', data.orderNo),
    ).toBe(0);
  });

  test('is asked for in the app, for all that is left', async () => {
    const { by, orderNo } = await bought();
    const wish = { orderNo, reasonCode: changedMind, text: '不想要了，谢谢' };
    const answer = await w.t.call('POST', '/app/v1/order/refundApply', wish, { as: by.token });
    expect(answer).toMatchObject({ code: 0 });
    expect(await w.refundOf(orderNo)).toMatchObject({ amountFen: 5_000, refundStatus: refunds.inReview });
    const stranger = await w.buyer();
    expect(await w.t.call('POST', '/app/v1/order/refundApply', wish, { as: stranger.token })).toMatchObject({
      code: 1002,
    });
  });
});

test('what the channel gives back by itself becomes a refund of the order, once', async () => {
  const { orderNo } = await bought();
  const { id } = await w.one(orderNo);
  const { data: paidBy } = await w.post<{ channelTradeNo: string }>('goodsOrder/detail', { id });
  const channel = await channelOf(w.t.app, codes.PayChannel.wechat);
  const refund = {
    tradeNo: orderNo,
    channelTradeNo: paidBy.channelTradeNo,
    refundNo: 'BYHAND0001',
    amountFen: 5_000,
    totalFen: 5_000,
  };
  await channel?.refund({ ...refund, reason: '商户平台退款' });
  await w.payBack(orderNo, refund.refundNo);
  await w.payBack(orderNo, refund.refundNo);
  expect(await w.one(orderNo)).toMatchObject({ orderStatus: refunded, refundedFen: 5_000 });
  expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.refunded, amountFen: 5_000 });
  expect(await w.number('select count(*) from ord_refund where order_no = $1', orderNo)).toBe(1);
});

test('money that comes after an order was closed goes back by itself, and leaves a coupon that another order has used', async () => {
  const { orderNo } = await bought();
  const by = await w.buyer();
  const kit = couponKit(w.t);
  const goodsId = await w.theme();
  const { couponNo } = await kit.published({ amountFen: 100, thresholdFen: 0, scope: codes.CouponScope.themes });
  const { data: coupon } = await kit.receive(by, couponNo);
  const { data } = await w.order(by, { goodsId, couponId: coupon.id });
  await w.control({ tradeNo: data.orderNo, act: 'pay' });
  // Closed here before the channel told: as if the close had been answered and lost.
  await w.t.app.pool.query(
    `with o as (update ord_order set order_status = ${closed} where order_no = $1 returning id)
     update ord_payment set status = ${payment.closed}, next_time = null where order_id = (select id from o)`,
    [data.orderNo],
  );
  await w.t.app.pool.query('update act_user_coupon set status = $2 where id = $1', [
    coupon.id,
    machines['SM-UserCoupon'].states.used,
  ]);
  await w.control({ tradeNo: data.orderNo, tell: {} });
  const { refundNo, refundStatus } = await w.refundOf(data.orderNo);
  expect(refundStatus).toBe(refunds.refunding);
  await w.refunds();
  await w.payBack(data.orderNo, refundNo);
  expect(await w.one(data.orderNo)).toMatchObject({
    orderStatus: closed,
    payIssue: codes.PayIssue.afterClose,
    refundedFen: 500,
  });
  expect(await kit.mine(by)).toMatchObject([{ status: machines['SM-UserCoupon'].states.used }]);
  expect(await w.one(orderNo)).toMatchObject({ refundedFen: 0 });
});

test('whoever approves at the same moment, never more than was paid goes back', async () => {
  const { orderNo } = await bought();
  const answers = await Promise.all(Array.from({ length: 6 }, () => apply(orderNo, 3_000)));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  const { refundNo } = await w.refundOf(orderNo);
  const approvals = await Promise.all([audit(refundNo, 1), audit(refundNo, 1, third)]);
  expect(approvals.filter(({ code }) => code === 0)).toHaveLength(1);
  await w.refunds();
  await Promise.all([w.payBack(orderNo, refundNo), w.payBack(orderNo, refundNo)]);
  expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid, refundedFen: 3_000 });
});
