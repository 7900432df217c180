/**
 * Orders, coupons and winning records as they grow: lists, totals, filters, details and the revenue of a year at 10,000 rows and at many, in one run, on
 * two installations that take turns. `npm run bench -- orders [orders] [beginning of names]` (default 1,000,000, with as many codes of a coupon and a fifth
 * of winning records and users). The ratio is that of the medians.
 */
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { freePorts } from '../scripts/tools.ts';
import { fillFleet } from './fleet.ts';
import { startBench } from './platform.ts';
import { fillShop } from './shop.ts';
import { compareSizes, samples, type Ask as AskOf } from './sizes.ts';

const orders = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? '';
const few = { orders: 10_000, codes: 10_000, winnings: 10_000, users: 10_000 };
if (!(orders > few.orders)) throw new Error(`more than ${few.orders} orders are compared with ${few.orders}`);
const many = { orders, codes: orders, winnings: orders / 5, users: orders / 5 };
const vehicles = 10_000;

/** An installation of a size, with samples of what is asked for. */
async function side(port: number, sizes: typeof few) {
  const platform = await startBench(`bench-orders-${sizes.orders}`, port);
  const { pool } = platform;
  await fillFleet(pool, vehicles, sizes.users);
  await fillShop(pool, sizes);
  await pool.query('vacuum analyze');
  const some = (column: string, table: string, where = 'true') =>
    samples(pool, `select ${column}::text as x from ${table} where ${where} order by hashtext(id::text) limit 500`);
  return {
    ...platform,
    order: await some('id', 'ord_order', `kind = ${codes.OrderKind.goods}`),
    orderNo: await some('order_no', 'ord_order', `kind = ${codes.OrderKind.goods}`),
    tradeNo: await some('channel_trade_no', 'ord_order', 'channel_trade_no is not null'),
    boxOrder: await some('id', 'ord_order', `kind = ${codes.OrderKind.blindBox}`),
    buyer: await some('user_id', 'ord_order'),
    theme: await some('theme_id', 'ord_order', 'theme_id is not null'),
    coupon: await some('id', 'act_coupon'),
    winning: await some('id', 'act_winning_record'),
    recordNo: await some('record_no', 'act_winning_record'),
    parcel: await some('express_no', 'act_winning_record', 'express_no is not null'),
  };
}
type Side = Awaited<ReturnType<typeof side>>;
type Ask = AskOf<Side>;

const [goods, boxes, revenue] = ['/order/crm/goodsOrder', '/order/crm/blindBoxOrder', '/order/crm/themeRevenue'];
const [coupons, winnings] = ['/act/crm/coupon', '/act/crm/winningRecord'];
const { toPay } = machines['SM-Order'].states;
const day = (before: number): string => formatDay(new Date(Date.now() - before * 86_400_000));
const list =
  (base: string, query: (at: Side, i: number) => object = () => ({})): Ask =>
  (at, i) => ({ path: `${base}/list`, body: { query: query(at, i) } });
const totals =
  (base: string, query: (at: Side, i: number) => object = () => ({})): Ask =>
  (at, i) => ({ path: `${base}/summary`, body: { query: query(at, i) } });
const detail =
  (base: string, id: (at: Side, i: number) => string): Ask =>
  (at, i) => ({ path: `${base}/detail`, body: { id: id(at, i) } });
const year = { 'occurTime.ge': `${day(365)} 00:00:00`, 'occurTime.le': `${day(0)} 23:59:59` };
const month = { 'createTime.ge': `${day(30)} 00:00:00` };

const calls: Readonly<Record<string, Ask>> = {
  'orders: first page': list(goods),
  'orders: to be paid': list(goods, () => ({ orderStatus: String(toPay) })),
  'orders: of a month': list(goods, () => month),
  'orders: by number': list(goods, (at, i) => ({ keyword: at.orderNo(i) })),
  'orders: by the channel': list(goods, (at, i) => ({ keyword: at.tradeNo(i) })),
  'orders: of a user': list(goods, (at, i) => ({ userId: at.buyer(i) })),
  'orders: with an issue': list(goods, () => ({ payIssue: 1 })),
  'orders: not granted': list(goods, () => ({ grantFailed: 1 })),
  'orders: of a client': list(goods, () => ({ clientOs: 2 })),
  'orders: dear': list(goods, () => ({ 'payFen.ge': 1_000_000 })),
  'orders: by name': list(goods, () => ({ 'goodsName.like': '限量主题' })),
  'orders: detail': detail(goods, (at, i) => at.order(i)),
  'orders: numbers by state': () => ({ path: `${goods}/counters`, body: {} }),
  'box orders: first page': list(boxes),
  'box orders: detail': detail(boxes, (at, i) => at.boxOrder(i)),
  'coupons: first page': list(coupons),
  'coupons: detail': detail(coupons, (at, i) => at.coupon(i)),
  'coupons: who has one': (at, i) => ({ path: `${coupons}/userCoupons`, body: { couponId: at.coupon(i) } }),
  'coupons: who has one, used': (at, i) => ({
    path: `${coupons}/userCoupons`,
    body: { couponId: at.coupon(i), query: { status: 2 } },
  }),
  'winning records: first page': list(winnings),
  'winning records: to be sent': list(winnings, () => ({ status: '1' })),
  'winning records: flagged': list(winnings, () => ({ riskFlag: 1 })),
  'winning records: by number': list(winnings, (at, i) => ({ keyword: at.recordNo(i) })),
  'winning records: by parcel': list(winnings, (at, i) => ({ expressNo: at.parcel(i) })),
  'winning records: detail': detail(winnings, (at, i) => at.winning(i)),
  'winning records: numbers by state': () => ({ path: `${winnings}/counters`, body: {} }),
  'revenue: first page': list(revenue),
};
/** These add up all that they are asked about. */
const sums: Readonly<Record<string, Ask>> = {
  'orders: totals': totals(goods),
  'orders: totals of those to be paid': totals(goods, () => ({ orderStatus: String(toPay) })),
  'orders: totals of a month': totals(goods, () => month),
  'orders: totals of a user': totals(goods, (at, i) => ({ userId: at.buyer(i) })),
  'box orders: totals': totals(boxes),
  'revenue: of a year': totals(revenue, () => year),
  'revenue: trend of a year': () => ({ path: `${revenue}/trend`, body: { query: year, granularity: 'month' } }),
  'revenue: ranking of a year': () => ({ path: `${revenue}/rank`, body: { query: year, topN: 20 } }),
  'revenue: of a theme in a year': totals(revenue, (at, i) => ({ ...year, themeId: at.theme(i) })),
};

const [smallPort = 0, largePort = 0] = await freePorts(2);
const small = await side(smallPort, few);
const large = await side(largePort, many);
const n = (value: number): string => value.toLocaleString('en-US');
const sides = { small, large, only };
await compareSizes(
  sides,
  `${n(many.orders)} orders, ${n(many.codes)} codes of a coupon, ${n(many.winnings)} winning records, ${n(many.users)} users`,
  calls,
);
await compareSizes(sides, 'What adds up all that it is asked about', sums);
await small.stop();
await large.stop();
