import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFile } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

/** What becomes of an invoice after a refund. */
let w: OrdersWorld;
let second = '';
beforeAll(async () => {
  w = await ordersWorld();
  ({ token: second } = await signInAs(w.t, { roles: ['admin'] }));
});
afterAll(() => w.stop());

const { issued, toReverse, reversed, requested } = codes.InvoiceStatus;
const [invoiceNo, redInvoiceNo] = ['24312000000000000001', '24312000000000000002'];

async function bought(): Promise<string> {
  const invoice = { title: '追风科技', email: 'fin@example.com' };
  const { data } = await w.mallOrder(await w.buyer(), await w.goods(3), { invoice });
  await w.pay(data.orderNo);
  return data.orderNo;
}
const issue = async (orderNo: string) =>
  w.post('goodsOrder/invoice', { orderNo, invoiceNo, fileId: await sampleFile(w.t, 'evidence') });
async function refund(orderNo: string, amountFen: number): Promise<void> {
  const asked = { orderNo, amountFen, reasonCode: codes.RefundReason.changedMind, remark: '少发一件，退部分款' };
  const { data } = await w.post<{ refundNo: string }>('goodsOrder/refund', asked);
  expect(await w.post('refund/audit', { refundNo: data.refundNo, result: 1 }, second)).toMatchObject({ code: 0 });
  await w.refunds();
  await w.payBack(orderNo, data.refundNo);
}
const reverse = (orderNo: string, no = redInvoiceNo) => w.post('goodsOrder/redInvoice', { orderNo, redInvoiceNo: no });
const due = async (): Promise<number | undefined> => {
  const { data } = await w.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as: second });
  return data.find(({ key }) => key === 'redInvoice')?.count;
};

test('a refund makes an issued invoice to be reversed, which is done by the number of the red-letter invoice', async () => {
  const orderNo = await bought();
  expect(await due()).toBe(0);
  expect(await issue(orderNo)).toMatchObject({ code: 0 });
  expect(await w.one(orderNo)).toMatchObject({ invoiceStatus: issued });
  expect(await reverse(orderNo)).toMatchObject({ code: 1004 });
  await refund(orderNo, 1_000);
  const { data } = await w.post<{ list: { orderNo: string }[] }>('goodsOrder/list', {
    query: { invoiceStatus: toReverse },
  });
  expect(data.list).toMatchObject([{ orderNo, invoiceStatus: toReverse }]);

  for (const wrong of ['123', '2431200000000000000A', '243120000000000000011', invoiceNo])
    expect(await reverse(orderNo, wrong), wrong).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'redInvoiceNo' }] },
    });
  const answers = await Promise.all([reverse(orderNo), reverse(orderNo)]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1004]);
  expect(await w.one(orderNo)).toMatchObject({ invoiceStatus: reversed });
  expect(await reverse(orderNo)).toMatchObject({ code: 1004 });

  // Another refund is another red-letter invoice; older ones have 8 digits.
  await refund(orderNo, 4_000);
  expect(await w.one(orderNo)).toMatchObject({ invoiceStatus: toReverse });
  expect(await reverse(orderNo, '12345678')).toMatchObject({ code: 0 });
  const { id } = await w.one(orderNo);
  const { data: detail } = await w.post('goodsOrder/detail', { id });
  expect(detail).toMatchObject({ redInvoiceNo: '12345678', redInvoiceTime: expect.any(String), invoiceNo });
  const { data: log } = await w.post<{ list: { event: string }[] }>('orderLog/list', { query: { goodsOrderId: id } });
  expect(log.list.filter(({ event }) => event.startsWith('redInvoice')).map(({ event }) => event)).toEqual([
    'redInvoiced',
    'redInvoiceDue',
    'redInvoiced',
    'redInvoiceDue',
  ]);
});

test('is a task on the dashboard of those who issue invoices', async () => {
  const orderNo = await bought();
  await issue(orderNo);
  await refund(orderNo, 500);
  const { token } = await signInAs(w.t, { roles: ['finance'] });
  const ofFinance = await w.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as: token });
  expect(ofFinance.data.find(({ key }) => key === 'redInvoice')).toMatchObject({
    kind: 'todo',
    link: { route: 'orderList', query: { 'invoiceStatus.eq': String(toReverse) } },
  });
  const { token: other } = await signInAs(w.t, { roles: ['sim'] });
  const { data } = await w.t.call<TodoItem[]>('POST', '/stat/crm/dashboard/todo', {}, { as: other });
  expect(data.some(({ key }) => key === 'redInvoice')).toBe(false);
});

test('an invoice that was not issued has nothing to be reversed', async () => {
  const orderNo = await bought();
  await refund(orderNo, 500);
  expect(await w.one(orderNo)).toMatchObject({ invoiceStatus: requested });
  expect(await reverse(orderNo)).toMatchObject({ code: 1004 });
});
