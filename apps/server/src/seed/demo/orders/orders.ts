import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { formatInstant } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { after, busyMoment, day, hour, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import { sealed } from '../rows-people.ts';
import type { User } from '../users/users.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface OrderOptions {
  readonly secrets: Secrets;
  readonly service: string | null;
  readonly second: string | null;
}

const { toPay, paid, shipped, done, refunded, closed } = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const { theme, physical } = codes.GoodsType;
const { wechat, alipay, apple, eCny } = codes.PayChannel;
const { reserve, release, send } = codes.StockLogType;
const channels = [wechat, wechat, wechat, alipay, alipay, apple, eCny];

interface Goods {
  readonly id: string;
  readonly name: string;
  readonly spec: string | null;
  readonly priceFen: number;
  readonly rate: number | null;
  readonly partner: string | null;
}

interface Sale {
  id: string;
  readonly no: string;
  readonly goods: Goods;
  readonly type: number;
  readonly user: User;
  readonly qty: number;
  readonly time: Date;
  readonly status: number;
  readonly channel: number;
  readonly backFen: number;
  readonly refundStatus: number;
}

const numberOf = (prefix: string, time: Date, at: number): string =>
  `${prefix}${formatInstant(time).replaceAll(/\D/g, '')}${String(at).padStart(6, '0')}`;
const wasPaid = ({ status }: Sale): boolean => status !== toPay && status !== closed;
const payTimeOf = (sale: Sale): Date | null => (wasPaid(sale) ? after(sale.time, 40_000) : null);
const shipTimeOf = (sale: Sale): Date | null =>
  sale.type === physical && (sale.status === shipped || sale.status === done) ? after(sale.time, 20 * hour) : null;
const goneOf = ({ status, refundStatus, backFen }: Sale): number =>
  status === refunded || refundStatus === refunds.partlyRefunded ? backFen : 0;
const totalOf = ({ goods, qty }: Sale): number => goods.priceFen * qty;

function rowOf(sale: Sale, secrets: Secrets, now: Date): CopyRow {
  const { goods, type, user, status, time } = sale;
  const [isTheme, isSent] = [type === theme, type === physical];
  const [payTime, shipTime] = [payTimeOf(sale), shipTimeOf(sale)];
  const finished = status === done ? after(shipTime ?? time, isTheme ? minute : 3 * day) : null;
  return {
    id: sale.id,
    order_no: sale.no,
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
    refunded_fen: goneOf(sale),
    refunding_fen: [refunds.inReview, refunds.failed].some((state) => state === sale.refundStatus) ? sale.backFen : 0,
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
    express_company: shipTime === null ? null : 'SF',
    express_no: shipTime === null ? null : `SF${sale.no.slice(-13)}`,
    ship_time: shipTime,
    finish_time: finished,
    invoice_status: codes.InvoiceStatus.none,
    ...marks(now, null, time),
  };
}

const paymentRow = (sale: Sale): CopyRow => ({
  goods_order_id: sale.id,
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
  const time = after(sale.time, 5 * hour);
  const isJudged = sale.refundStatus !== refunds.inReview;
  return {
    refund_no: numberOf('RF', time, at + 1),
    goods_order_id: sale.id,
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

async function themeSales(client: PoolClient, users: ReadonlyMap<string, User>, random: Random): Promise<Sale[]> {
  const { rows } = await client.query<Goods & { userId: string; time: Date }>(
    `select t.id::text as id, t.name, null as spec, t.price_fen::float8 as "priceFen", round(t.settlement_rate * 100)::int as rate, t.partner_name as partner,
       u.user_id::text as "userId", u.time
     from cnt_user_theme u join cnt_app_theme t on t.id = u.theme_id where u.source = ${codes.ThemeSource.purchase} and t.price_fen is not null order by u.id`,
  );
  return rows.flatMap(({ userId, time, ...goods }, at): Sale[] => {
    const user = users.get(userId);
    if (user === undefined) return [];
    const channel = channels[random.int(0, channels.length - 1)] ?? wechat;
    return [
      {
        id: '',
        no: numberOf('GO', time, at),
        goods,
        type: theme,
        user,
        qty: 1,
        time,
        status: done,
        channel,
        backFen: 0,
        refundStatus: refunds.none,
      },
    ];
  });
}

/** How far the sales of mall goods have come, and what is given back of them. */
const courses = [
  { status: done, refund: refunds.none },
  { status: done, refund: refunds.none },
  { status: shipped, refund: refunds.none },
  { status: paid, refund: refunds.none },
  { status: closed, refund: refunds.none },
  { status: paid, refund: refunds.inReview },
  { status: done, refund: refunds.none },
  { status: refunded, refund: refunds.refunded },
  { status: shipped, refund: refunds.rejected },
  { status: done, refund: refunds.partlyRefunded },
  { status: paid, refund: refunds.none },
  { status: paid, refund: refunds.failed },
] as const;

async function mallSales(client: PoolClient, { now, users }: World, random: Random): Promise<Sale[]> {
  const { rows: goods } = await client.query<Goods>(
    `update act_prize set for_sale = 1 where id in (select id from act_prize where enabled = 1 and delivery_mode = ${codes.DeliveryMode.express} and available > 60
       order by id limit 3) returning id::text as id, name, spec, market_price_fen::float8 as "priceFen", null as rate, null as partner`,
  );
  return users.slice(0, 60).flatMap((user, at): Sale[] => {
    const one = goods[at % goods.length];
    const course = courses[at % courses.length];
    if (one === undefined || course === undefined) return [];
    const ago = course.status === done ? random.between(16, 60) : random.between(2, 6);
    const time = busyMoment(random, officeTime(now, ago, at));
    const qty = random.int(1, 2);
    const total = one.priceFen * qty;
    return [
      {
        id: '',
        no: numberOf('GO', time, 500_000 + at),
        goods: one,
        type: physical,
        user,
        qty,
        time,
        status: course.status,
        channel: channels[at % 5] ?? wechat,
        backFen: course.refund === refunds.none ? 0 : course.refund === refunds.partlyRefunded ? 1_000 : total,
        refundStatus: course.refund,
      },
    ];
  });
}

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
    goods_order_id: sale.id,
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
  const sales = [...(await themeSales(client, users, random)), ...(await mallSales(client, world, random))].toSorted(
    (one, other) => one.time.getTime() - other.time.getTime(),
  );
  await giveIds(client, 'ord_goods_order', sales);
  await copyRows(
    client,
    'ord_goods_order',
    sales.map((sale) => rowOf(sale, options.secrets, world.now)),
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
  await moveStock(client, sales);
  await client.query(
    `update cnt_user_theme u set order_no = o.order_no from ord_goods_order o where o.theme_id = u.theme_id and o.user_id = u.user_id and u.source = ${codes.ThemeSource.purchase}`,
  );
}
