import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { orderCargo } from '../../../modules/orders/service.ts';
import { after, day, hour, minute } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { demoNumber, type DemoParcel, makeParcels } from '../prizes/parcels.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import {
  goneOf,
  mallSales,
  numberOf,
  payTimeOf,
  shipTimeOf,
  themeSales,
  totalOf,
  wasPaid,
  type Sale,
} from './sales.ts';

/** What orders of the demo need to know. */
export interface OrderOptions {
  readonly secrets: Secrets;
  readonly service: string | null;
  readonly second: string | null;
}

const { done, refunded, closed } = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const { theme, physical } = codes.GoodsType;
const { apple } = codes.PayChannel;
const { reserve, release, send } = codes.StockLogType;
const afterPrizes = 100_000;

const finishTimeOf = (sale: Sale): Date | null =>
  sale.status === done ? after(shipTimeOf(sale) ?? sale.time, sale.type === theme ? minute : 3 * day) : null;

/** The parcel of a sale that was sent, the `at`th of all; numbers of prizes come before. */
function parcelOf(sale: Sale, at: number): DemoParcel | undefined {
  const shipTime = shipTimeOf(sale);
  if (shipTime === null) return undefined;
  const fate = sale.status === done ? 'signed' : 'onItsWay';
  const number = demoNumber(fate, afterPrizes + at);
  return { recordId: sale.id, fate, number, shipped: shipTime, done: finishTimeOf(sale) };
}

function rowOf(sale: Sale, at: number, secrets: Secrets, now: Date): CopyRow {
  const { goods, type, user, status, time } = sale;
  const [isTheme, isSent] = [type === theme, type === physical];
  const [payTime, parcel] = [payTimeOf(sale), parcelOf(sale, at)];
  return {
    id: sale.id,
    order_no: sale.no,
    kind: codes.OrderKind.goods,
    request_id: `demo-${sale.no}`,
    goods_type: type,
    theme_id: isTheme ? goods.id : null,
    prize_id: isSent ? goods.id : null,
    goods_name: goods.name,
    goods_spec: goods.spec,
    qty: sale.qty,
    user_id: user.id,
    client_os: sale.channel === apple ? codes.ClientOs.ios : codes.ClientOs.android,
    unit_price_fen: goods.priceFen,
    total_fen: totalOf(sale),
    discount_fen: 0,
    pay_fen: totalOf(sale),
    // What is booked (`revenue.ts`) has gone back then.
    refunded_fen: 0,
    refunding_fen: sale.refundStatus === refunds.none || sale.refundStatus === refunds.rejected ? 0 : sale.backFen,
    settlement_rate: goods.rate,
    partner_name: goods.partner,
    pay_channel: sale.channel,
    channel_trade_no: payTime === null ? null : `420000${sale.no.slice(2)}`,
    ...sealed(secrets, 'payer_id', 'idNumber', payTime === null ? null : `oUpF8u${sale.no.slice(-10)}`),
    expire_time: after(time, 15 * minute),
    pay_time: payTime,
    order_status: status,
    refund_status: sale.refundStatus,
    grant_failed: 0,
    grant_time: isTheme && payTime !== null ? after(payTime, 2_000) : null,
    close_time: status === closed ? after(time, 15 * minute) : null,
    close_reason: status === closed ? '超时未支付' : null,
    ...sealed(secrets, 'receiver', 'name', isSent ? (user.realName ?? user.nickname) : null),
    ...sealed(secrets, 'receiver_mobile', 'mobile', isSent ? user.mobile : null),
    province_id: isSent ? `${user.city.id.slice(0, 2)}0000` : null,
    city_id: isSent ? user.city.id : null,
    ...sealed(secrets, 'address', 'address', isSent ? (user.address ?? '人民路88号1栋302室') : null),
    express_company: parcel === undefined ? null : 'SF',
    express_no: parcel?.number ?? null,
    ship_time: parcel?.shipped ?? null,
    finish_time: finishTimeOf(sale),
    invoice_status: codes.InvoiceStatus.none,
    ...marks(now, null, time),
  };
}

const paymentRow = (sale: Sale): CopyRow => ({
  order_id: sale.id,
  trade_no: sale.no,
  channel: sale.channel,
  amount_fen: totalOf(sale),
  status: wasPaid(sale) ? 1 : 2,
  channel_trade_no: wasPaid(sale) ? `420000${sale.no.slice(2)}` : null,
  paid_fen: wasPaid(sale) ? totalOf(sale) : null,
  paid_time: payTimeOf(sale),
  create_time: sale.time,
});

/** What the channel's sandbox knows of a sale, so that it can be paid back there. */
const tradeRow = (sale: Sale): CopyRow => ({
  channel: sale.channel,
  trade_no: sale.no,
  amount_fen: totalOf(sale),
  subject: sale.goods.name,
  notify_url: '',
  expire_time: after(sale.time, 15 * minute),
  state: 'paid',
  channel_trade_no: `420000${sale.no.slice(2)}`,
  payer_id: `oUpF8u${sale.no.slice(-10)}`,
  paid_time: payTimeOf(sale),
  refunded_fen: goneOf(sale),
  create_time: sale.time,
});

const refundRow = (sale: Sale, at: number, now: Date, { service, second }: OrderOptions): CopyRow => {
  const time = after(sale.time, sale.backAfter * hour);
  const isJudged = sale.refundStatus !== refunds.inReview;
  return {
    refund_no: numberOf('RF', time, at + 1),
    order_id: sale.id,
    order_no: sale.no,
    user_id: sale.user.id,
    pay_channel: sale.channel,
    pay_fen: totalOf(sale),
    amount_fen: sale.backFen,
    reason_code: at % 2 === 0 ? codes.RefundReason.changedMind : codes.RefundReason.fault,
    remark: at % 2 === 0 ? '买错了，希望退款' : '收到时外壳有划痕',
    revoke_goods: 1,
    refund_status: sale.refundStatus,
    submitter_id: service,
    submit_time: time,
    auditor_id: isJudged ? second : null,
    audit_time: isJudged ? after(time, hour) : null,
    audit_remark: sale.refundStatus === refunds.rejected ? '商品已使用，不符合退款条件' : null,
    channel_refund_no: sale.refundStatus === refunds.refunded ? `500000${sale.no.slice(2)}` : null,
    success_time: [refunds.refunded, refunds.partlyRefunded].some((state) => state === sale.refundStatus)
      ? after(time, hour + 9_000)
      : null,
    fail_reason: sale.refundStatus === refunds.failed ? 'NOT_ENOUGH' : null,
    ...marks(now, service, time),
  };
};

/** What sales have done to the stock, entry by entry: the database keeps the sums. */
async function moveStock(client: PoolClient, sales: readonly Sale[]): Promise<void> {
  for (const sale of sales.filter(({ type }) => type === physical)) {
    const ends =
      sale.status === closed || sale.status === refunded ? [release] : shipTimeOf(sale) === null ? [] : [send];
    for (const type of [reserve, ...ends])
      await client.query(
        `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after, goods_order_id, create_time)
         values ($1, $2, $3, 0, 0, 0, 0, 0, $4, $5)`,
        [sale.goods.id, type, sale.qty, sale.id, type === reserve ? sale.time : after(sale.time, hour)],
      );
  }
}

const logRows = (sale: Sale): CopyRow[] => {
  const [payTime, shipTime] = [payTimeOf(sale), shipTimeOf(sale)];
  const entry = (event: string, time: Date): CopyRow => ({
    order_id: sale.id,
    order_kind: codes.OrderKind.goods,
    event,
    create_time: time,
    update_time: time,
  });
  return [
    entry('created', sale.time),
    ...(payTime === null ? [] : [entry('paid', payTime)]),
    ...(sale.status === closed ? [entry('closed', after(sale.time, 15 * minute))] : []),
    ...(shipTime === null ? [] : [entry('shipped', shipTime)]),
  ];
};

/** Orders of themes and mall goods, paid, sent, closed and paid back. Needs themes, prizes and owners. */
export async function makeOrders(client: PoolClient, world: World, options: OrderOptions): Promise<void> {
  const random = world.random.fork('orders');
  const users = new Map(world.users.map((user) => [user.id, user]));
  const sales = [
    ...(await themeSales(client, users, random, world.now)),
    ...(await mallSales(client, world, random)),
  ].toSorted((one, other) => one.time.getTime() - other.time.getTime());
  await giveIds(client, 'ord_order', sales);
  await copyRows(
    client,
    'ord_order',
    sales.map((sale, at) => rowOf(sale, at, options.secrets, world.now)),
  );
  await makeParcels(
    client,
    world.now,
    orderCargo,
    sales.flatMap((sale, at) => parcelOf(sale, at) ?? []),
  );
  await copyRows(client, 'ord_payment', sales.map(paymentRow));
  // The App Store keeps purchases of its own.
  const known = sales.filter((sale) => wasPaid(sale) && sale.channel !== apple);
  await copyRows(client, 'sbx_pay_trade', known.map(tradeRow));
  await copyRows(client, 'ord_log', sales.flatMap(logRows));
  const back = sales.filter(({ refundStatus }) => refundStatus !== refunds.none);
  await copyRows(
    client,
    'ord_refund',
    back.map((sale, at) => refundRow(sale, at, world.now, options)),
  );
  await client.query(
    `insert into sbx_pay_refund (channel, refund_no, trade_no, channel_refund_no, amount_fen, reason, notify_url, state, create_time, done_time)
     select r.pay_channel, r.refund_no, r.order_no, coalesce(r.channel_refund_no, '500000' || substr(r.refund_no, 3)), r.amount_fen, r.remark, '', 'done', r.success_time, r.success_time
     from ord_refund r join sbx_pay_trade t on t.channel = r.pay_channel and t.trade_no = r.order_no where r.success_time is not null`,
  );
  await moveStock(client, sales);
  await client.query(
    `update cnt_user_theme u set order_no = o.order_no from ord_order o where o.theme_id = u.theme_id and o.user_id = u.user_id and u.source = ${codes.ThemeSource.purchase}`,
  );
  await client.query(
    'update cnt_user_theme u set deleted = true from ord_order o where o.order_no = u.order_no and o.order_status = $1',
    [refunded],
  );
}
