import type { OrderSums } from '@wheelhouse/contract/calls/orders/orders';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { couponKit } from '../prizes/coupon-kit.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { keepFile } from '../support/keep-file.ts';
import { signInAs } from '../support/people.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

/** Orders from the app, paid at the sandbox of WeChat Pay over HTTP. */
let w: OrdersWorld;
beforeAll(async () => {
  w = await ordersWorld();
});
afterAll(() => w.stop());

const { toPay, paid, shipped, done, closed } = machines['SM-Order'].states;
const { used, unused, locked } = machines['SM-UserCoupon'].states;

async function ordered(more: object = {}) {
  const by = await w.buyer();
  const { code, data } = await w.order(by, { goodsId: await w.theme(), ...more });
  expect(code).toBe(0);
  return { by, ...data };
}
const owned = (orderNo: string): Promise<number> =>
  w.number('select count(*) from cnt_user_theme where order_no = $1 and not deleted', orderNo);

describe('an order of a theme', () => {
  test('is paid by the channel’s call, granted and done', async () => {
    const { by, orderNo, payParams } = await ordered();
    expect(payParams).toMatchObject({ prepayid: expect.any(String) });
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: toPay, payFen: 600 });
    await w.pay(orderNo);
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid });
    await w.grants();
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: done, grantFailed: 0 });
    expect(await owned(orderNo)).toBe(1);
    expect(await w.mine(by)).toMatchObject([{ orderNo, orderStatus: done, payFen: 600 }]);
  });

  test('is made once however often the same request comes, and not for another thing', async () => {
    const [by, goodsId, other] = [await w.buyer(), await w.theme(), await w.theme()];
    const asked = { goodsId, requestId: 'the-same-request' };
    const answers = await Promise.all([1, 2, 3].map(() => w.order(by, asked)));
    const again = await w.order(by, asked);
    expect([...answers, again].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(new Set([...answers, again].filter(({ code }) => code === 0).map(({ data }) => data.orderNo)).size).toBe(1);
    expect(await w.order(by, { ...asked, goodsId: other })).toMatchObject({ code: 6046 });
  });

  test('is refused for what is not sold, is theirs already, or comes twice', async () => {
    const { by, orderNo } = await ordered();
    await w.pay(orderNo);
    await w.grants();
    const { rows } = await w.t.app.pool.query<{ id: string }>(
      'select theme_id::text as id from ord_order where order_no = $1',
      [orderNo],
    );
    const goodsId = rows[0]?.id ?? '';
    expect(await w.order(by, { goodsId })).toMatchObject({ code: 6013 });
    expect(await w.order(by, { goodsId: '999999999' })).toMatchObject({ code: 1002 });
    expect(await w.order(by, { goodsId, qty: 2 })).toMatchObject({ code: 1001 });
  });

  test('that cannot be granted is tried five times, then people see it and grant it again', async () => {
    const { orderNo } = await ordered();
    await w.pay(orderNo);
    await w.t.app.pool.query(
      'update cnt_app_theme set deleted = true where id = (select theme_id from ord_order where order_no = $1)',
      [orderNo],
    );
    for (let n = 0; n < 5; n++) {
      expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid, grantFailed: 0 });
      await w.grants();
    }
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid, grantFailed: 1 });
    await w.t.app.pool.query(
      'update cnt_app_theme set deleted = false where id = (select theme_id from ord_order where order_no = $1)',
      [orderNo],
    );
    expect(await w.post('goodsOrder/regrant', { orderNo })).toMatchObject({ code: 0 });
    await w.grants();
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: done, grantFailed: 0 });
  });
});

describe('what a channel tells', () => {
  test('twice at the same moment pays once', async () => {
    const { orderNo } = await ordered();
    await w.control({ tradeNo: orderNo, act: 'pay', tell: { times: 4, together: true } });
    await w.pay(orderNo);
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid });
    expect(
      await w.number(
        `select count(*) from ord_log where event = 'paid' and order_id = (select id from ord_order where order_no = $1)`,
        orderNo,
      ),
    ).toBe(1);
    expect(await w.number('select count(*) from ord_pay_notify where trade_no = $1', orderNo)).toBeGreaterThan(4);
  });

  test('with a forged signature is refused with 401 and changes nothing', async () => {
    const { orderNo } = await ordered();
    const answer = await w.control({ tradeNo: orderNo, act: 'pay', tell: { forged: true } });
    expect(JSON.stringify(answer)).toContain('401');
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: toPay });
  });

  test('with another amount marks the order, which is not paid', async () => {
    const { orderNo } = await ordered();
    await w.control({ tradeNo: orderNo, act: 'pay', tell: { amountFen: 599 } });
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: toPay, payIssue: codes.PayIssue.amount });
    await w.grants();
    expect(await owned(orderNo)).toBe(0);
  });

  test('never is asked for', async () => {
    const { orderNo } = await ordered();
    await w.control({ tradeNo: orderNo, act: 'pay' });
    await w.payments();
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid });
  });

  test('of a channel that there is not, or of nothing, is refused', async () => {
    const call = (channel: string) => w.t.call('POST', `/pay/v1/callback/${channel}`, {}, {});
    expect(await call('9')).toMatchObject({ code: 1102 });
    expect(await call('1')).toMatchObject({ code: 1102 });
  });
});

describe('an order that nobody pays', () => {
  const overTime = (orderNo: string) =>
    w.t.app.pool.query(`update ord_order set expire_time = now() - interval '1 second' where order_no = $1`, [orderNo]);

  test('is closed after its time, and gives back its coupon and its stock', async () => {
    const [by, goodsId] = [await w.buyer(), await w.goods(1)];
    const kit = couponKit(w.t);
    const { couponNo } = await kit.published({ amountFen: 1_000, thresholdFen: 2_000 });
    const { data: coupon } = await kit.receive(by, couponNo);
    const { data } = await w.mallOrder(by, goodsId, { couponId: coupon.id });
    expect(await w.one(data.orderNo)).toMatchObject({ discountFen: 1_000, payFen: 4_000 });
    expect(await kit.mine(by)).toMatchObject([{ status: locked }]);
    const late = await w.buyer();
    expect(await w.mallOrder(late, goodsId)).toMatchObject({ code: 6004 });
    await overTime(data.orderNo);
    await w.payments();
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: closed });
    expect(await kit.mine(by)).toMatchObject([{ status: unused }]);
    expect(await w.mallOrder(late, goodsId)).toMatchObject({ code: 0 });
  });

  test('but at the last moment is paid, not closed', async () => {
    const { orderNo } = await ordered();
    await w.control({ tradeNo: orderNo, act: 'pay' });
    await overTime(orderNo);
    await w.payments();
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid });
    expect(await w.post('goodsOrder/close', { orderNo, reason: '用户要求' })).toMatchObject({ code: 1004 });
  });

  test('is closed by hand, with a reason; paid meanwhile it is not', async () => {
    const { orderNo } = await ordered();
    expect(await w.post('goodsOrder/close', { orderNo, reason: '用户要求' })).toMatchObject({ code: 0 });
    expect(await w.one(orderNo)).toMatchObject({ orderStatus: closed });
    const other = await ordered();
    await w.control({ tradeNo: other.orderNo, act: 'pay' });
    expect(await w.post('goodsOrder/close', { orderNo: other.orderNo, reason: '用户要求' })).toMatchObject({
      code: 1004,
    });
    expect(await w.one(other.orderNo)).toMatchObject({ orderStatus: paid });
  });
});

describe('mall goods', () => {
  test('are sent, and arrive after fifteen days', async () => {
    const [by, goodsId] = [await w.buyer(), await w.goods(3)];
    const nowhere = { goodsId, goodsType: codes.GoodsType.physical };
    expect(await w.order(by, nowhere)).toMatchObject({ code: 1001 });
    const { data } = await w.mallOrder(by, goodsId, { qty: 2 });
    await w.pay(data.orderNo);
    const parcel = { orderNo: data.orderNo, expressCompany: 'SF', expressNo: 'SF1234567890123' };
    expect(await w.post('goodsOrder/ship', { ...parcel, expressNo: 'XX12345678' })).toMatchObject({ code: 1001 });
    expect(await w.post('goodsOrder/ship', parcel)).toMatchObject({ code: 0 });
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: shipped });
    expect(await w.number('select sent from act_prize where id = $1', goodsId)).toBe(2);
    expect(await w.post('goodsOrder/ship', parcel)).toMatchObject({ code: 1004 });
    await w.runJobs();
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: shipped });
    await w.t.app.pool.query(`update ord_order set ship_time = now() - interval '15 days' where order_no = $1`, [
      data.orderNo,
    ]);
    await w.runJobs();
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: done });
  });

  test('are sent by a workbook, a line an order', async () => {
    const [by, goodsId] = [await w.buyer(), await w.goods(1)];
    const { data } = await w.mallOrder(by, goodsId);
    const { token } = await signInAs(w.t, { roles: ['admin'] });
    const bytes = await workbookOf(['订单号', '快递公司', '快递单号'], [[data.orderNo, '中通', '751234567890']]);
    const send = async () => (await sendFile(w.t, '/order/crm/goodsOrder/importShip', bytes, token)).data;
    expect(await send()).toMatchObject({ success: 0, failed: 1 });
    await w.pay(data.orderNo);
    expect(await send()).toMatchObject({ success: 1 });
    expect(await w.one(data.orderNo)).toMatchObject({ orderStatus: shipped });
    expect(await w.number('select sent from act_prize where id = $1', goodsId)).toBe(1);
  });

  test('of a coupon that covers all of it are paid at once, and the coupon is used', async () => {
    const [by, goodsId] = [await w.buyer(), await w.goods(1)];
    const kit = couponKit(w.t);
    const { couponNo } = await kit.published({ amountFen: 5_000, thresholdFen: 0 });
    const { data: coupon } = await kit.receive(by, couponNo);
    const answer = await w.mallOrder(by, goodsId, { couponId: coupon.id });
    expect(answer).toMatchObject({ code: 0, data: { payFen: 0, payParams: null } });
    expect(await w.one(answer.data.orderNo)).toMatchObject({ orderStatus: paid });
    expect(await kit.mine(by)).toMatchObject([{ status: used }]);
    expect(await w.mallOrder(by, goodsId, { couponId: coupon.id })).toMatchObject({ code: 1001 });
  });

  test('an owner is told by state what their order does with a coupon', async () => {
    const [by, goodsId] = [await w.buyer(), await w.goods(1)];
    const kit = couponKit(w.t);
    const { couponNo } = await kit.published({ amountFen: 300, thresholdFen: 0 });
    const { data: coupon } = await kit.receive(by, couponNo);
    const states = async () =>
      Promise.all([unused, locked, used].map(async (state) => (await kit.mine(by, state)).map(({ id }) => id)));
    expect(await states()).toEqual([[coupon.id], [], []]);
    const { data } = await w.mallOrder(by, goodsId, { couponId: coupon.id });
    expect(await states()).toEqual([[], [coupon.id], []]);
    await w.pay(data.orderNo);
    expect(await states()).toEqual([[], [], [coupon.id]]);
    expect(await kit.mine(await w.buyer())).toEqual([]);
  });
});

test('an invoice is issued with its file, a note is kept in the log', async () => {
  const { orderNo } = await ordered({ invoice: { title: '追风科技', email: 'fin@example.com' } });
  const { rows } = await w.t.app.pool.query<{ id: string }>(
    `select id::text as id from sys_user where username = 'admin'`,
  );
  const fileId = await keepFile(w.t.app, {
    name: 'invoice.pdf',
    contentType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4\n%%EOF'),
    biz: 'evidence',
    uploader: { type: 'user', id: String(rows[0]?.id) },
  });
  expect(await w.post('goodsOrder/invoice', { orderNo, invoiceNo: '123', fileId })).toMatchObject({ code: 1001 });
  expect(await w.post('goodsOrder/invoice', { orderNo, invoiceNo: '24312000000000000001', fileId })).toMatchObject({
    code: 0,
  });
  expect(await w.post('goodsOrder/note', { orderNo, content: '用户来电催单' })).toMatchObject({ code: 0 });
  const { id } = await w.one(orderNo);
  const { data } = await w.post<{ list: { event: string }[] }>('orderLog/list', { query: { goodsOrderId: id } });
  expect(data.list.map(({ event }) => event)).toEqual(['note', 'invoiced', 'created']);
});

test('a list of more than a year is refused, by whichever call', async () => {
  const query = { 'createTime.ge': '2024-01-01', 'createTime.le': '2025-12-31' };
  for (const path of ['list', 'summary', 'export'])
    expect(await w.post(`goodsOrder/${path}`, { query }), path).toMatchObject({ code: 1012 });
});

test('sums are those of the list', async () => {
  const { orderNo } = await ordered();
  await w.pay(orderNo);
  const sums = { orders: 1, paidFen: 600, refundedFen: 0, netFen: 600 } satisfies OrderSums;
  expect((await w.post('goodsOrder/summary', { query: { orderNo } })).data).toEqual(sums);
});
