import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldSums } from '../../src/modules/orders/summary.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

const { paid, closed } = machines['SM-Order'].states;

let w: OrdersWorld;
beforeAll(async () => {
  w = await ordersWorld();
});
afterAll(() => w.stop());

const totals = async (query: object) => (await w.post('goodsOrder/summary', { query })).data;
/** A condition that is met by all orders, and by which no sums are kept. */
const all = { 'payFen.ge': 0 };

/** The totals over a list are the same whether they are read from sums or from orders. */
async function agree(): Promise<void> {
  for (const query of [
    {},
    { orderStatus: String(closed) },
    { 'orderStatus.in': [paid, closed].join(',') },
    { payChannel: 1, goodsType: 1 },
    { 'createTime.ge': '2020-01-01 00:00:00', 'createTime.le': '2030-12-31 23:59:59' },
    { 'createTime.le': '2020-12-31 23:59:59' },
  ])
    expect(await totals(query), JSON.stringify(query)).toEqual(await totals({ ...query, ...all }));
}

test('totals follow every change of an order, before and after their rows are brought together', async () => {
  const [theme, goods] = [await w.theme(1_999), await w.goods(100)];
  const by = await w.buyer();
  const first = (await w.order(by, { goodsId: theme })).data.orderNo;
  await agree();
  await w.pay(first);
  const [second, third] = [
    (await w.mallOrder(by, goods)).data.orderNo,
    (await w.mallOrder(await w.buyer(), goods)).data.orderNo,
  ];
  await w.pay(second);
  await agree();
  await w.post('goodsOrder/refund', {
    orderNo: second,
    amountFen: 700,
    reasonCode: 1,
    remark: '不想要了，申请退款',
    revokeGoods: 0,
  });
  const { id, rev } = await w.one(third);
  await w.post('goodsOrder/close', { id, rev, reason: '用户要求关闭' });
  await w.grants();
  await agree();
  expect(await totals({})).toMatchObject({ orders: 3, paidFen: 1_999 + 5_000 });
  const rows = () => w.number('select count(*) from ord_sum');
  const before = await rows();
  await Promise.all([foldSums(w.t.app), foldSums(w.t.app), w.mallOrder(by, goods)]);
  await agree();
  await foldSums(w.t.app);
  expect(await rows()).toBeLessThan(before);
  await agree();
  // Times within a day are asked of the orders themselves.
  await w.t.app.pool.query(`update ord_order set create_time = '2026-01-05 12:00:00+08' where order_no = $1`, [first]);
  await agree();
  expect(await totals({ 'createTime.le': '2026-01-05 11:59:59' })).toMatchObject({ orders: 0 });
  expect(await totals({ 'createTime.le': '2026-01-05 12:00:00' })).toMatchObject({ orders: 1, paidFen: 1_999 });
  expect(await totals({ 'createTime.le': '2026-01-04 23:59:59' })).toMatchObject({ orders: 0 });
  expect(await totals({ 'createTime.le': '2026-01-05 23:59:59' })).toMatchObject({ orders: 1, paidFen: 1_999 });
});
