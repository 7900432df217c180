import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { formatInstant } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { after, busyMoment, hour, officeTime } from '../clock.ts';
import type { Random } from '../random.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';

const { toPay, paid, shipped, done, refunded, closed } = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;
const { theme, physical } = codes.GoodsType;
const { wechat, alipay, apple, eCny } = codes.PayChannel;
const channels = [wechat, wechat, wechat, alipay, alipay, apple, eCny];

interface Goods {
  readonly id: string;
  readonly name: string;
  readonly spec: string | null;
  readonly priceFen: number;
  readonly rate: number | null;
  readonly partner: string | null;
}

/** An order of the sample data. */
export interface Sale {
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
  /** Hours from the order to its refund. */
  readonly backAfter: number;
}

export const numberOf = (prefix: string, time: Date, at: number): string =>
  `${prefix}${formatInstant(time).replaceAll(/\D/g, '')}${String(at).padStart(6, '0')}`;
export const wasPaid = ({ status }: Sale): boolean => status !== toPay && status !== closed;
export const payTimeOf = (sale: Sale): Date | null => (wasPaid(sale) ? after(sale.time, 40_000) : null);
export const shipTimeOf = (sale: Sale): Date | null =>
  sale.type === physical && (sale.status === shipped || sale.status === done) ? after(sale.time, 20 * hour) : null;
export const goneOf = ({ status, refundStatus, backFen }: Sale): number =>
  status === refunded || refundStatus === refunds.partlyRefunded ? backFen : 0;
export const totalOf = ({ goods, qty }: Sale): number => goods.priceFen * qty;

/** What becomes of every so many sales of themes: given back within hours, or a part of it weeks later, in another month. */
function themeCourse(at: number, priceFen: number, time: Date, now: Date) {
  if (at % 9 === 4) return { status: refunded, backFen: priceFen, refundStatus: refunds.refunded, backAfter: 5 };
  const later = 19 * 24;
  if (at % 13 === 6 && after(time, (later + 24) * hour) < now)
    return { status: done, backFen: 200, refundStatus: refunds.partlyRefunded, backAfter: later };
  return { status: done, backFen: 0, refundStatus: refunds.none, backAfter: 0 };
}

/** Paid themes that owners have. */
export async function themeSales(
  client: PoolClient,
  users: ReadonlyMap<string, User>,
  random: Random,
  now: Date,
): Promise<Sale[]> {
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
        channel,
        ...themeCourse(at, goods.priceFen, time, now),
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

/** Mall goods; makes three prizes for sale. */
export async function mallSales(client: PoolClient, { now, users }: World, random: Random): Promise<Sale[]> {
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
        backAfter: 5,
      },
    ];
  });
}
