import { splitFen } from '@wheelhouse/contract/money';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { unseal } from '../../../entity/seal.ts';
import { keyBlocks } from '../../../modules/events/draws/key-blocks.ts';
import { after, busyMoment, day, hour, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import { type BoxSale, courses } from './box-courses.ts';
import { openSomeBoxes, type DemoBoxes } from './boxes-opened.ts';
import type { OrderOptions } from './orders.ts';
import { numberOf } from './sales.ts';

const { done, closed } = machines['SM-BlindOrder'].states;
const refunds = machines['SM-Refund'].states;
const { wechat, alipay } = codes.PayChannel;

interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly priceFen: number;
  readonly seed: Buffer;
  readonly start: Date;
}

const totalOf = ({ priceFen, course }: BoxSale): number => priceFen * course.boxes;
const wasPaid = ({ course }: BoxSale): boolean => course.status !== closed;
const payTimeOf = (sale: BoxSale): Date | null => (wasPaid(sale) ? after(sale.time, 40_000) : null);
const backOf = ({ priceFen, course }: BoxSale): number => priceFen * course.back;
const isBack = ({ course }: BoxSale): boolean =>
  course.refund === refunds.refunded || course.refund === refunds.partlyRefunded;
const tradeNoOf = (sale: BoxSale): string | null => (wasPaid(sale) ? `420000${sale.no.slice(2)}` : null);

function orderRow(sale: BoxSale, campaign: Campaign, { secrets }: OrderOptions, now: Date): CopyRow {
  const { course, time } = sale;
  const { none, partly, all } = codes.BoxOpenStatus;
  const left = course.boxes - (isBack(sale) ? course.back : 0);
  return {
    id: sale.id,
    kind: codes.OrderKind.blindBox,
    order_no: sale.no,
    request_id: `demo-${sale.no}`,
    activity_id: campaign.id,
    goods_name: campaign.name,
    qty: course.boxes,
    user_id: sale.user.id,
    client_os: codes.ClientOs.android,
    unit_price_fen: sale.priceFen,
    total_fen: totalOf(sale),
    discount_fen: 0,
    pay_fen: totalOf(sale),
    // What is booked (`revenue.ts`) has gone back then.
    refunded_fen: 0,
    refunding_fen: course.refund === refunds.none ? 0 : backOf(sale),
    pay_channel: sale.channel,
    channel_trade_no: tradeNoOf(sale),
    ...sealed(secrets, 'payer_id', 'idNumber', wasPaid(sale) ? `oUpF8u${sale.no.slice(-10)}` : null),
    expire_time: after(time, 15 * minute),
    pay_time: payTimeOf(sale),
    order_status: course.status,
    refund_status: course.refund,
    grant_failed: 0,
    open_status: course.open === 0 ? none : course.open < left ? partly : all,
    age_confirmed: 1,
    guardian_consent: 0,
    close_time: course.status === closed ? after(time, 15 * minute) : null,
    close_reason: course.status === closed ? '超时未支付' : null,
    finish_time: course.status === done ? after(time, 3 * day) : null,
    invoice_status: codes.InvoiceStatus.none,
    ...marks(now, null, time),
  };
}

const paymentRow = (sale: BoxSale): CopyRow => ({
  order_id: sale.id,
  trade_no: sale.no,
  channel: sale.channel,
  amount_fen: totalOf(sale),
  status: wasPaid(sale) ? 1 : 2,
  channel_trade_no: tradeNoOf(sale),
  paid_fen: wasPaid(sale) ? totalOf(sale) : null,
  paid_time: payTimeOf(sale),
  create_time: sale.time,
});

const tradeRow = (sale: BoxSale, { name }: Campaign): CopyRow => ({
  channel: sale.channel,
  trade_no: sale.no,
  amount_fen: totalOf(sale),
  subject: name,
  notify_url: '',
  expire_time: after(sale.time, 15 * minute),
  state: 'paid',
  channel_trade_no: tradeNoOf(sale),
  payer_id: `oUpF8u${sale.no.slice(-10)}`,
  paid_time: payTimeOf(sale),
  refunded_fen: isBack(sale) ? backOf(sale) : 0,
  create_time: sale.time,
});

const refundRow = (sale: BoxSale, at: number, now: Date, { service, second }: OrderOptions): CopyRow => {
  const time = after(sale.time, 5 * hour);
  const { boxes, back } = sale.course;
  return {
    refund_no: numberOf('RF', time, 700_000 + at),
    order_id: sale.id,
    order_no: sale.no,
    user_id: sale.user.id,
    pay_channel: sale.channel,
    pay_fen: totalOf(sale),
    amount_fen: backOf(sale),
    // The last ones: those before are opened first.
    box_nos: Array.from({ length: back }, (_, n) => String(boxes - back + n + 1)),
    reason_code: codes.RefundReason.changedMind,
    remark: '买多了，未开的盒希望退款',
    revoke_goods: 1,
    refund_status: sale.course.refund,
    submitter_id: service,
    submit_time: time,
    auditor_id: isBack(sale) ? second : null,
    audit_time: isBack(sale) ? after(time, hour) : null,
    channel_refund_no: isBack(sale) ? `500000${sale.no.slice(2)}` : null,
    success_time: isBack(sale) ? after(time, hour + 9_000) : null,
    ...marks(now, service, time),
  };
};

const logRows = (sale: BoxSale): CopyRow[] => {
  const payTime = payTimeOf(sale);
  const { status, open } = sale.course;
  const entry = (event: string, time: Date, content: string | null = null): CopyRow => ({
    order_id: sale.id,
    order_kind: codes.OrderKind.blindBox,
    event,
    content,
    create_time: time,
    update_time: time,
  });
  const numbers = Array.from({ length: open }, (_, n) => `#${n + 1}`).join(' ');
  return [
    entry('created', sale.time),
    ...(payTime === null ? [] : [entry('paid', payTime)]),
    ...(status === closed ? [entry('closed', after(sale.time, 15 * minute))] : []),
    ...(open === 0 ? [] : [entry('opened', after(sale.time, hour), numbers)]),
  ];
};

/** Draws the boxes of an order as its payment does, at that time. */
async function drawn(
  client: PoolClient,
  campaign: Campaign,
  sale: BoxSale,
  options: OrderOptions,
): Promise<DemoBoxes[]> {
  const { inner, outer } = keyBlocks(Buffer.from(unseal(options.secrets, campaign.seed), 'hex'));
  const { boxes } = sale.course;
  await client.query('update act_raffle_state set held = held + $2 where activity_id = $1', [campaign.id, boxes]);
  await client.query(
    `insert into act_raffle_user as u (activity_id, user_id, boxes) values ($1, $2, $3) on conflict (activity_id, user_id) do update set boxes = u.boxes + $3`,
    [campaign.id, sale.user.id, boxes],
  );
  const shares = splitFen(
    totalOf(sale),
    Array.from({ length: boxes }, () => 1),
  );
  const made: DemoBoxes[] = [];
  for (const [at, fen] of shares.entries()) {
    const { rows } = await client.query<{ id: string }>(`select (box_draw($1, $2, $3, $4, $5, 0, $6)).id::text as id`, [
      campaign.id,
      sale.user.id,
      `${sale.no}-${at + 1}`,
      inner,
      outer,
      payTimeOf(sale),
    ]);
    made.push({ order: sale, boxNo: at + 1, amountFen: fen, drawId: rows[0]?.id ?? '' });
  }
  return made;
}

/** Orders of blind boxes of the campaign that runs, in the states of their machine. Needs events, and owners. */
export async function makeBoxOrders(client: PoolClient, world: World, options: OrderOptions): Promise<void> {
  const { now } = world;
  const { rows } = await client.query<Campaign>(
    `select a.id::text as id, a.name, a.price_fen::float8 as "priceFen", s.seed_enc as seed, a.start_time as start
     from act_raffle_activity a join act_raffle_state s on s.activity_id = a.id
     where a.activity_type = ${codes.RaffleType.blindBox} and a.status = ${machines['SM-Raffle'].states.running} and not s.closed order by a.id limit 1`,
  );
  const [campaign] = rows;
  if (campaign === undefined) return;
  const random = world.random.fork('box orders');
  const sales = world.users
    .filter((user) => user.id !== '' && user.status === machines['SM-AppUser'].states.normal)
    .slice(60, 100)
    .flatMap((user, at): BoxSale[] => {
      const course = courses[at % courses.length];
      if (course === undefined) return [];
      const ago = course.status === done ? random.between(6, 20) : random.between(1, 5);
      const time = busyMoment(random, officeTime(now, ago, at));
      if (time < campaign.start || user.registered >= time) return [];
      const channel = at % 3 === 0 ? alipay : wechat;
      return [
        { id: '', no: numberOf('BB', time, 600_000 + at), user, time, course, channel, priceFen: campaign.priceFen },
      ];
    })
    .toSorted((one, other) => one.time.getTime() - other.time.getTime());
  await giveIds(client, 'ord_order', sales);
  await copyRows(
    client,
    'ord_order',
    sales.map((sale) => orderRow(sale, campaign, options, now)),
  );
  await copyRows(client, 'ord_payment', sales.map(paymentRow));
  await copyRows(
    client,
    'sbx_pay_trade',
    sales.filter(wasPaid).map((sale) => tradeRow(sale, campaign)),
  );
  await copyRows(client, 'ord_log', sales.flatMap(logRows));
  const back = sales.filter(({ course }) => course.refund !== refunds.none);
  await copyRows(
    client,
    'ord_refund',
    back.map((sale, at) => refundRow(sale, at, now, options)),
  );
  const boxes: DemoBoxes[] = [];
  for (const sale of sales.filter(wasPaid)) boxes.push(...(await drawn(client, campaign, sale, options)));
  await openSomeBoxes(client, campaign.id, boxes);
}
