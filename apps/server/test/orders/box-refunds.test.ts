import { ReceiptsVerifier } from '@wheelhouse/contract/receipts/verify';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, password } from '../access/fixture.ts';
import { couponKit } from '../prizes/coupon-kit.ts';
import { sampleFile } from '../registry/samples.ts';
import { moveRaffle } from '../support/raffles.ts';
import { boxesWorld, type BoxesWorld } from './box-kit.ts';

/** Money of blind boxes that goes back, who may do it, and what proves the draws. */
let w: BoxesWorld;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  w = await boxesWorld();
  await addUser(w.t, { username: 'box.two', roles: ['admin'] });
  tokens['second'] = await w.t.login('box.two', password);
  for (const [name, functions] of Object.entries({
    goods: ['orderList.query', 'orderList.refund', 'orderList.refundAudit'],
    boxes: ['blindoOder.query', 'blindoOder.refund', 'blindoOder.refundAudit'],
  })) {
    await w.t.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ($1, $1, 1, 0, 0, 1)`,
      [`only_${name}`],
    );
    for (const code of functions)
      await w.t.app.pool.query('insert into sys_role_function (role_code, function_code) values ($1, $2)', [
        `only_${name}`,
        code,
      ]);
    await addUser(w.t, { username: `only.${name}`, roles: [`only_${name}`] });
    tokens[name] = await w.t.login(`only.${name}`, password);
  }
});
afterAll(() => w.stop());

const { paid, opened, refunded } = machines['SM-BlindOrder'].states;
const refunds = machines['SM-Refund'].states;
const { changedMind, fault, minor } = {
  changedMind: codes.RefundReason.changedMind,
  fault: codes.RefundReason.fault,
  minor: '4',
};
const box = codes.BoxState;

const apply = (orderNo: string, boxNos: readonly number[], amountFen: number, more: object = {}, as = 'admin') =>
  w.post<{ refundNo: string }>(
    'blindBoxOrder/refund',
    { orderNo, boxNos, amountFen, reasonCode: changedMind, remark: '买错了，希望退款', ...more },
    as,
  );
const audit = (refundNo: string, result: number, as = tokens['second'], remark = '不符合退款条件') =>
  w.post('refund/audit', { refundNo, result, ...(result === 2 && { remark }) }, as);
async function goThrough(orderNo: string, refundNo: string): Promise<void> {
  expect(await audit(refundNo, 1)).toMatchObject({ code: 0 });
  await w.refunds();
  await w.payBack(orderNo, refundNo);
}
const statesOf = async (orderNo: string): Promise<readonly number[]> =>
  (await w.boxesOf(orderNo)).map(({ boxState }) => boxState);
const ledgerOf = (orderNo: string): Promise<number> =>
  w.number(
    'select coalesce(sum(e.amount_fen), 0) from ldg_entry e join ldg_transaction x on x.id = e.transaction_id where x.order_no = $1',
    orderNo,
  );

describe('the worked examples of the catalogue', () => {
  test('three boxes for 2970, one opened: 1980 can be refunded', async () => {
    const { by, orderNo, activityId } = await w.paid();
    await w.open(by, orderNo, 1);
    expect(await apply(orderNo, [1, 2, 3], 2_970)).toMatchObject({ code: 7001 });
    expect(await apply(orderNo, [2, 3], 1_979)).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'amountFen' }] },
    });
    const { data } = await apply(orderNo, [2, 3], 1_980);
    expect(await statesOf(orderNo)).toEqual([box.opened, box.refunding, box.refunding]);
    await goThrough(orderNo, data.refundNo);
    expect(await statesOf(orderNo)).toEqual([box.opened, box.refunded, box.refunded]);
    expect(await w.boxOrder(orderNo)).toMatchObject({
      orderStatus: opened,
      refundStatus: refunds.partlyRefunded,
      refundedFen: 1_980,
    });
    expect(await w.state(activityId)).toMatchObject({ won: 1, boxes: 1, held: 0 });
    expect(await ledgerOf(orderNo)).toBe(0);
  });

  test('with a coupon of 300 each box is 890; the coupon comes back when all three are refunded', async () => {
    const kit = couponKit(w.t);
    const by = await w.buyer();
    const { couponNo } = await kit.published({ amountFen: 300, thresholdFen: 0, scope: codes.CouponScope.blindBoxes });
    const { data: coupon } = await kit.receive(by, couponNo);
    const { orderNo, payFen, activityId } = await w.paid({ by, couponId: coupon.id });
    expect(payFen).toBe(2_670);
    expect((await w.boxesOf(orderNo)).map(({ amountFen }) => amountFen)).toEqual([890, 890, 890]);
    const { data: two } = await apply(orderNo, [1, 3], 1_780);
    await goThrough(orderNo, two.refundNo);
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: paid, refundStatus: refunds.partlyRefunded });
    expect(await kit.mine(by)).toMatchObject([{ status: machines['SM-UserCoupon'].states.used }]);
    const { data: rest } = await apply(orderNo, [2], 890);
    await goThrough(orderNo, rest.refundNo);
    expect(await w.boxOrder(orderNo)).toMatchObject({
      orderStatus: refunded,
      refundStatus: refunds.refunded,
      refundedFen: 2_670,
    });
    expect(await kit.mine(by)).toMatchObject([{ status: machines['SM-UserCoupon'].states.unused }]);
    expect(await w.state(activityId)).toMatchObject({ won: 0, boxes: 0, spentFen: 0 });
    expect(await ledgerOf(orderNo)).toBe(0);
  });
});

describe('a refund of boxes', () => {
  test('keeps them shut until it is decided; rejected or withdrawn they can be opened', async () => {
    const { by, orderNo } = await w.paid({ count: 2 });
    const { data: first } = await apply(orderNo, [1], 990);
    expect(await w.open(by, orderNo, 1)).toMatchObject({ code: 7004 });
    expect(await w.open(by, orderNo, 2)).toMatchObject({ code: 0 });
    expect(await apply(orderNo, [1], 990)).toMatchObject({ code: 7004 });
    expect(await audit(first.refundNo, 2)).toMatchObject({ code: 0 });
    expect(await statesOf(orderNo)).toEqual([box.unopened, box.opened]);
    const { data: again } = await apply(orderNo, [1], 990);
    expect(await w.post('refund/cancel', { refundNo: again.refundNo })).toMatchObject({ code: 0 });
    expect(await w.open(by, orderNo, 1)).toMatchObject({ code: 0 });
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: opened });
  });

  test('is refused for boxes that are not there or refunded, and of what cost nothing', async () => {
    const { orderNo } = await w.paid({ count: 2 });
    expect(await apply(orderNo, [3], 990)).toMatchObject({ code: 1001, data: { errors: [{ field: 'boxNos' }] } });
    expect(await apply(orderNo, [], 990)).toMatchObject({ code: 1001 });
    expect(await apply(orderNo, [1], 990, { reasonCode: fault })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'evidence' }] },
    });
    const { data } = await apply(orderNo, [1], 990);
    await goThrough(orderNo, data.refundNo);
    expect(await apply(orderNo, [1, 2], 1_980)).toMatchObject({ code: 1001, data: { errors: [{ field: 'boxNos' }] } });
    expect(await apply(orderNo, [2], 991)).toMatchObject({ code: 1001 });
  });

  test('of an opened box needs a reason that the buyer cannot help, and takes back what it gave', async () => {
    const theme = await w.theme();
    const { id } = await w.campaign([{ prizeKind: w.kinds.theme, prizeId: theme, quantity: 5, probability: 100 }]);
    const { by, orderNo } = await w.paid({ activityId: id, count: 1 });
    await w.open(by, orderNo, 1);
    await w.grantBoxes();
    const evidence = [await sampleFile(w.t, 'image')];
    expect(await apply(orderNo, [1], 990)).toMatchObject({ code: 7001 });
    const { data } = await apply(orderNo, [1], 990, { reasonCode: minor, evidence });
    await goThrough(orderNo, data.refundNo);
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: refunded });
    expect(await w.number('select count(*) from cnt_user_theme where user_id = $1 and not deleted', by.id)).toBe(0);
  });

  test('that fails can be paid back off-line', async () => {
    const { orderNo, activityId } = await w.paid();
    const { data } = await apply(orderNo, [1, 2, 3], 2_970);
    await audit(data.refundNo, 1);
    await w.refunds();
    await w.control({ tradeNo: orderNo, refundNo: data.refundNo, act: 'refused', tell: {} });
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.failed });
    const voucherFileId = await sampleFile(w.t, 'evidence');
    const form = { refundNo: data.refundNo, accountLast4: '6688', voucherFileId, remark: '已转账给用户' };
    expect(await w.post('refund/offline', form)).toMatchObject({ code: 0 });
    expect(await w.boxOrder(orderNo)).toMatchObject({ orderStatus: refunded, refundedFen: 2_970 });
    expect(await w.state(activityId)).toMatchObject({ won: 0, boxes: 0 });
  });

  test('is asked for in the app, of all boxes that are not opened', async () => {
    const { by, orderNo } = await w.paid();
    await w.open(by, orderNo, 2);
    const wish = { orderNo, reasonCode: changedMind, text: '不想要了，谢谢' };
    expect(await w.t.call('POST', '/app/v1/order/refundApply', wish, { as: by.token })).toMatchObject({ code: 0 });
    expect(await w.refundOf(orderNo)).toMatchObject({ amountFen: 1_980 });
    expect(await statesOf(orderNo)).toEqual([box.refunding, box.opened, box.refunding]);
  });

  test('and an opening at the same moment: one of them wins', async () => {
    for (let n = 0; n < 4; n++) {
      const { by, orderNo } = await w.paid({ count: 1 });
      const [one, other] = await Promise.all([w.open(by, orderNo, 1), apply(orderNo, [1], 990)]);
      expect([one.code, other.code].filter((code) => code === 0)).toHaveLength(1);
      expect(await statesOf(orderNo)).toEqual([one.code === 0 ? box.opened : box.refunding]);
    }
  });
});

test('a box opened twice at the same moment is opened once, and granted once', async () => {
  const { by, orderNo } = await w.paid({ count: 1 });
  const answers = await Promise.all([1, 2, 3, 4].map(() => w.open(by, orderNo, 1)));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  await Promise.all([w.grantBoxes(), w.grantBoxes()]);
  expect(await w.number('select count(*) from act_winning_record where user_id = $1', by.id)).toBe(1);
  expect(
    await w.number(
      `select count(*) from ord_log where event = 'opened' and order_id = (select id from ord_order where order_no = $1)`,
      orderNo,
    ),
  ).toBe(1);
});

test('what cannot be granted is tried five times, then people see it and grant it again', async () => {
  const theme = await w.theme();
  const { id } = await w.campaign([{ prizeKind: w.kinds.theme, prizeId: theme, quantity: 5, probability: 100 }]);
  const { by, orderNo } = await w.paid({ activityId: id, count: 1 });
  await w.open(by, orderNo, 1);
  await w.t.app.pool.query('update cnt_app_theme set deleted = true where id = $1', [theme]);
  for (let n = 0; n < 5; n++) {
    expect(await w.boxOrder(orderNo)).toMatchObject({ grantFailed: 0 });
    await w.grantBoxes();
  }
  expect(await w.boxOrder(orderNo)).toMatchObject({ grantFailed: 1 });
  await w.t.app.pool.query('update cnt_app_theme set deleted = false where id = $1', [theme]);
  expect(await w.post('blindBoxOrder/regrant', { orderNo, boxNo: 2 })).toMatchObject({ code: 1001 });
  expect(await w.post('blindBoxOrder/regrant', { orderNo, boxNo: 1 })).toMatchObject({ code: 0 });
  await w.grantBoxes();
  expect(await w.boxOrder(orderNo)).toMatchObject({
    grantFailed: 0,
    orderStatus: machines['SM-BlindOrder'].states.done,
  });
  expect(await w.post('blindBoxOrder/note', { orderNo, content: '已电话告知用户' })).toMatchObject({ code: 0 });
  const { id: orderId } = await w.boxOrder(orderNo);
  const { data } = await w.post<{ list: { event: string }[] }>('boxOrderLog/list', {
    query: { blindBoxOrderId: orderId },
  });
  expect(data.list.map(({ event }) => event)).toEqual(['note', 'granted', 'grantFailed', 'opened', 'paid', 'created']);
});

test('the rarest comes at the latest when it was promised, and an auditor follows every box', async () => {
  const { id, pool } = await w.campaign(
    [
      { quantity: 3, probability: 0.000001 },
      { quantity: 40, probability: 99.999999 },
    ],
    { guaranteeCount: 4 },
  );
  expect(pool).toHaveLength(2);
  const { by, orderNo } = await w.paid({ activityId: id, count: 10 });
  const receipts = () =>
    w.t.http.inject({
      method: 'POST',
      url: '/act/crm/raffleActivity/receipts',
      headers: { authorization: `Bearer ${tokens['second']}` },
      payload: { id },
    });
  expect((await receipts()).json()).toMatchObject({ code: 7014 });
  for (let boxNo = 1; boxNo <= 10; boxNo++) expect(await w.open(by, orderNo, boxNo)).toMatchObject({ code: 0 });
  const boxes = await w.boxesOf(orderNo);
  expect(boxes.map(({ rarity }) => rarity)).toEqual(
    Array.from({ length: 10 }, (_, at) => ((at + 1) % 5 === 0 ? '第1款' : '第2款')),
  );
  const { rows } = await w.t.app.pool.query<{ name: string }>('select name from act_raffle_activity where id = $1', [
    id,
  ]);
  const { data: late } = await w.orderBoxes(await w.buyer(), id, { count: 1 });
  expect(await moveRaffle(w.t, id, 'finish', { retype: rows[0]?.name })).toMatchObject({ code: 7013 });
  await w.pay(late.orderNo);
  expect(await moveRaffle(w.t, id, 'finish', { retype: rows[0]?.name })).toMatchObject({ code: 0 });
  expect((await receipts()).json()).toMatchObject({ code: 7014 });
  // What is paid back after the end goes to the stock.
  const before = await w.number(
    'select sum(available) from act_prize where id = any($1::bigint[])',
    pool.map(({ prizeId }) => prizeId),
  );
  const { data: back } = await apply(late.orderNo, [1], 990);
  await goThrough(late.orderNo, back.refundNo);
  expect(
    await w.number(
      'select sum(available) from act_prize where id = any($1::bigint[])',
      pool.map(({ prizeId }) => prizeId),
    ),
  ).toBe(before + 1);
  const verifier = new ReceiptsVerifier();
  for (const line of (await receipts()).body.split('\n')) verifier.add(line);
  const verdict = verifier.finish();
  expect(verdict).toMatchObject({ seed: 'verified', draws: 11, total: 0 });
  expect(verdict.withheld[8]).toBe(2);
});

describe('rights', () => {
  test('to refunds of goods and of boxes are apart', async () => {
    const goodsId = await w.goods(3);
    const { data: goods } = await w.mallOrder(await w.buyer(), goodsId);
    await w.pay(goods.orderNo);
    const { orderNo } = await w.paid();
    const asked = { reasonCode: changedMind, remark: '买错了，希望退款' };
    const { data: ofGoods } = await w.post<{ refundNo: string }>('goodsOrder/refund', {
      orderNo: goods.orderNo,
      amountFen: 100,
      ...asked,
    });
    const { data: ofBoxes } = await apply(orderNo, [1], 990);
    const seen = async (as: string | undefined) =>
      new Set(
        (await w.post<{ list: { refundNo: string }[] }>('refund/list', {}, as)).data.list.map(
          ({ refundNo }) => refundNo,
        ),
      );
    expect((await seen(tokens['goods'])).has(ofGoods.refundNo)).toBe(true);
    expect((await seen(tokens['goods'])).has(ofBoxes.refundNo)).toBe(false);
    expect((await seen(tokens['boxes'])).has(ofGoods.refundNo)).toBe(false);
    expect((await seen(tokens['boxes'])).has(ofBoxes.refundNo)).toBe(true);
    expect((await seen('admin')).has(ofBoxes.refundNo)).toBe(true);
    expect((await audit(ofBoxes.refundNo, 1, tokens['goods'])).code).toBe(1003);
    expect((await audit(ofGoods.refundNo, 1, tokens['boxes'])).code).toBe(1003);
    expect(await audit(ofBoxes.refundNo, 1, tokens['boxes'])).toMatchObject({ code: 0 });
    expect(await audit(ofGoods.refundNo, 1, tokens['goods'])).toMatchObject({ code: 0 });
    expect(await apply(orderNo, [2], 990, {}, tokens['goods'])).toMatchObject({ code: 1003 });
    expect(await w.post('boxRefund/list', {}, tokens['goods'])).toMatchObject({ code: 1003 });
  });

  test('above a thousand yuan two approve', async () => {
    const { id } = await w.campaign(undefined, { priceFen: 50_000 });
    const { orderNo } = await w.paid({ activityId: id });
    const { data } = await apply(orderNo, [1, 2, 3], 150_000);
    expect(await audit(data.refundNo, 1, 'admin')).toMatchObject({ code: 5002 });
    expect(await audit(data.refundNo, 1)).toMatchObject({ code: 0 });
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.inReview });
    expect(await audit(data.refundNo, 1)).toMatchObject({ code: 5002 });
    expect(await audit(data.refundNo, 1, tokens['boxes'])).toMatchObject({ code: 0 });
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.refunding });
  });
});
