import type { MoneyTrail } from '@wheelhouse/contract/calls/orders/trail';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, password } from '../access/fixture.ts';
import { sampleFile } from '../registry/samples.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

/** Money that came and no order takes, on its way back through the sandbox of WeChat Pay. */
let w: OrdersWorld;
let second = '';
beforeAll(async () => {
  w = await ordersWorld();
  await addUser(w.t, { username: 'finance.two', roles: ['admin'] });
  second = await w.t.login('finance.two', password);
});
afterAll(() => w.stop());

const { toPay, paid } = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const { amount, twice } = codes.PayIssue;
const remark = '到账金额与订单不符，原路退回';

const run = (text: string, values: unknown[]) => w.t.app.pool.query(text, values);
const suspense = (orderNo: string): Promise<number> =>
  w.number(
    `select coalesce(sum(e.amount_fen), 0) from ldg_entry e join ldg_account a on a.id = e.account_id join ldg_transaction t on t.id = e.transaction_id
     where t.order_no = $1 and a.code = 'suspense:wrongAmount'`,
    orderNo,
  );
const giveBack = (orderNo: string, as = 'admin') =>
  w.post<{ refundNo: string }>('goodsOrder/returnHeld', { orderNo, remark }, as);
const audit = (refundNo: string, result: number, as = second) =>
  w.post('refund/audit', { refundNo, result, ...(result === 2 && { remark: '先与用户核实' }) }, as);
const heldOf = async (orderNo: string): Promise<number> => (await w.one(orderNo)).suspenseFen;

async function ordered(): Promise<string> {
  const { data } = await w.mallOrder(await w.buyer(), await w.goods(3));
  return data.orderNo;
}

/** Another amount came than the order of 50 yuan says. */
async function wrongly(): Promise<string> {
  const orderNo = await ordered();
  await run('update sbx_pay_trade set amount_fen = 5600 where trade_no = $1', [orderNo]);
  await w.pay(orderNo);
  expect(await w.one(orderNo)).toMatchObject({ orderStatus: toPay, payIssue: amount, suspenseFen: 5600 });
  return orderNo;
}

/** A paid order, and a second payment for it. */
async function doubly(): Promise<string> {
  const orderNo = await ordered();
  await w.pay(orderNo);
  await run(`update sbx_pay_trade set channel_trade_no = left(channel_trade_no, 27) || 'X' where trade_no = $1`, [
    orderNo,
  ]);
  await w.control({ tradeNo: orderNo, tell: {} });
  expect(await w.one(orderNo)).toMatchObject({ orderStatus: paid, payIssue: twice, suspenseFen: 5000 });
  return orderNo;
}

describe('money that is held', () => {
  test('goes back whole by a refund of its own that another person approves, and leaves nothing in suspense', async () => {
    const orderNo = await wrongly();
    expect(await suspense(orderNo)).toBe(-5600);
    const { code, data } = await giveBack(orderNo);
    expect(code).toBe(0);
    expect(await audit(data.refundNo, 1, 'admin')).toMatchObject({ code: 5002 });
    expect(await audit(data.refundNo, 1)).toMatchObject({ code: 0 });
    await w.refunds();
    await w.payBack(orderNo, data.refundNo);
    await w.payBack(orderNo, data.refundNo);
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.refunded, amountFen: 5600 });
    expect(await suspense(orderNo)).toBe(0);
    expect(await w.one(orderNo)).toMatchObject({
      orderStatus: toPay,
      refundStatus: refunds.none,
      refundedFen: 0,
      suspenseFen: 0,
    });
    expect(await giveBack(orderNo)).toMatchObject({ code: 7008 });
    const { data: trail } = await w.post<MoneyTrail>('ledger/trail', { number: data.refundNo });
    expect(trail.refunds).toMatchObject([{ refundNo: data.refundNo, amountFen: 5600 }]);
    expect(trail.ledger.map(({ kind }) => kind)).toEqual(['held', 'heldReturned']);
    expect(await w.number('select sum(amount_fen) from ldg_entry')).toBe(0);
  });

  test('as a second payment goes back without touching the first', async () => {
    const orderNo = await doubly();
    const { data } = await giveBack(orderNo);
    await audit(data.refundNo, 1);
    await w.refunds();
    await w.payBack(orderNo, data.refundNo);
    expect(await suspense(orderNo)).toBe(0);
    expect(await w.one(orderNo)).toMatchObject({
      orderStatus: paid,
      refundStatus: refunds.none,
      refundedFen: 0,
      suspenseFen: 0,
    });
    const { rows } = await run(
      `select h.channel_trade_no as no, r.reason_code as reason from ord_held h join ord_refund r on r.id = h.refund_id where r.refund_no = $1`,
      [data.refundNo],
    );
    expect(rows).toEqual([{ no: expect.stringMatching(/X$/), reason: codes.RefundReason.paidTwice }]);
  });

  test('is asked back once, however many ask at the same moment', async () => {
    const orderNo = await wrongly();
    const asked = await Promise.all([giveBack(orderNo), giveBack(orderNo, second), giveBack(orderNo)]);
    expect(asked.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(asked.every(({ code }) => [0, 7004, 7008].includes(code))).toBe(true);
    const refundNo = asked.find(({ code }) => code === 0)?.data.refundNo ?? '';
    const by = asked[1]?.code === 0 ? 'admin' : second;
    const approved = await Promise.all([audit(refundNo, 1, by), audit(refundNo, 1, by)]);
    expect(approved.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1004]);
    await w.refunds();
    await Promise.all([w.payBack(orderNo, refundNo), w.payBack(orderNo, refundNo)]);
    expect(await suspense(orderNo)).toBe(0);
    expect(await heldOf(orderNo)).toBe(0);
  });

  test('stays held where that is rejected, and can be asked back again', async () => {
    const orderNo = await wrongly();
    const { data } = await giveBack(orderNo);
    expect(await giveBack(orderNo, second)).toMatchObject({ code: expect.toBeOneOf([7004, 7008]) });
    expect(await audit(data.refundNo, 2)).toMatchObject({ code: 0 });
    expect(await heldOf(orderNo)).toBe(5600);
    const { data: again } = await giveBack(orderNo);
    expect(await w.post('refund/cancel', { refundNo: again.refundNo })).toMatchObject({ code: 0 });
    expect(await giveBack(orderNo)).toMatchObject({ code: 0 });
    expect(await suspense(orderNo)).toBe(-5600);
  });

  test('that the channel does not give back is paid off-line by the company, and the channel keeps it', async () => {
    const orderNo = await wrongly();
    const { data } = await giveBack(orderNo);
    await audit(data.refundNo, 1);
    await w.refunds();
    await w.control({ tradeNo: orderNo, refundNo: data.refundNo, act: 'refused', tell: {} });
    expect(await w.refundOf(orderNo)).toMatchObject({ refundStatus: refunds.failed });
    expect(await w.one(orderNo)).toMatchObject({ refundStatus: refunds.none });
    const voucherFileId = await sampleFile(w.t, 'evidence');
    const offline = { refundNo: data.refundNo, accountLast4: '1234', voucherFileId, remark: '银行转账退回' };
    expect(await w.post('refund/offline', offline)).toMatchObject({ code: 0 });
    expect(await suspense(orderNo)).toBe(0);
    const { data: trail } = await w.post<MoneyTrail>('ledger/trail', { number: orderNo });
    expect(trail.ledger.at(-1)?.lines).toContainEqual({ account: 'bank', amountFen: -5600 });
  });

  test('is not there in an order that was paid as it should be', async () => {
    const orderNo = await ordered();
    await w.pay(orderNo);
    expect(await giveBack(orderNo)).toMatchObject({ code: 1004 });
  });
});
