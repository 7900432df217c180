import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { seal } from '../../../entity/seal.ts';
import { after, busyMoment, day, earlier, hour, later, midnight, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import type { User } from '../users/users.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

export interface CouponOptions {
  readonly secrets: Secrets;
  readonly marketing: string | null;
}

const { draft, issuing, paused, ended } = machines['SM-Coupon'].states;
const state = machines['SM-UserCoupon'].states;
const { amount, percent, exchange, external } = codes.CouponType;
const { themes, blindBoxes, mall, dealerService } = codes.CouponScope;
const { received, granted } = codes.CouponSource;

interface Story {
  readonly name: string;
  readonly nameEn: string;
  readonly type: number;
  readonly scope: number;
  readonly status: number;
  readonly amountFen?: number;
  readonly thresholdFen?: number;
  /** Of the price that is paid, in tenths. */
  readonly discount?: number;
  readonly maxOffFen?: number;
  readonly total: number;
  /** Days from now; negative: ago. Between them it is received; of coupons with fixed dates they are the dates. */
  readonly from: number;
  readonly until: number;
  /** Days that each is valid; absent: fixed dates. */
  readonly validDays?: number;
  /** Share of the users who have one, and of these who use it. */
  readonly taken: number;
  readonly used: number;
  /** Why people of the platform have given it; absent: users received it. */
  readonly reason?: string;
  readonly description: string;
  /** Codes imported, of another company's. */
  readonly codes?: number;
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: '新车主满100减10', nameEn: 'New owner: 10 off 100', type: amount, scope: mall, status: issuing, amountFen: 1_000, thresholdFen: 10_000, total: 5_000, from: -75, until: 290, validDays: 30, taken: 0.5, used: 0.34, description: '商城全场通用，每单限用一张，不与其他满减同享。' },
  { name: '秋季主题8折券', nameEn: 'Autumn themes: 20% off', type: percent, scope: themes, status: ended, discount: 8, maxOffFen: 1_000, total: 800, from: -96, until: -40, taken: 0.3, used: 0.52, description: '付费主题可用，最多减免10元，每人一张。' },
  { name: '保养工时抵用券', nameEn: 'Service labour voucher', type: amount, scope: dealerService, status: issuing, amountFen: 3_000, thresholdFen: 10_000, total: 1_200, from: -26, until: 64, taken: 0.16, used: 0.21, reason: '质保回访补偿', description: '到店保养抵扣工时费，请在结算前出示，单次限用一张。' },
  { name: '盲盒体验券', nameEn: 'Blind box trial', type: exchange, scope: blindBoxes, status: paused, total: 300, from: -18, until: 12, taken: 0.09, used: 0.4, description: '兑换任意一款盲盒一个，有效期内使用。' },
  { name: '音乐会员月卡', nameEn: 'Music, one month', type: external, scope: mall, status: issuing, total: 260, from: -33, until: 60, validDays: 90, taken: 0.14, used: 0, codes: 260, description: '复制券码到音乐APP的「兑换中心」使用，每个账号限兑一次。' },
  { name: '视频会员周卡', nameEn: 'Video, one week', type: external, scope: mall, status: draft, total: 200, from: 6, until: 66, validDays: 30, taken: 0, used: 0, codes: 120, description: '复制券码到视频APP的「兑换会员」使用。' },
  { name: '年终满200减30', nameEn: 'Year end: 30 off 200', type: amount, scope: mall, status: draft, amountFen: 3_000, thresholdFen: 20_000, total: 2_000, from: 12, until: 33, taken: 0, used: 0, description: '年终活动期间商城全场可用，每单限用一张。' },
];

interface Placed extends Story {
  id: string;
  readonly start: Date;
  readonly end: Date;
}

interface Held {
  id: string;
  readonly coupon: Placed;
  readonly user: User;
  readonly time: Date;
  readonly start: Date;
  readonly expire: Date;
  readonly status: number;
  readonly used: Date | null;
}

const dayEnd = (time: Date, days: number): Date => after(midnight(time, days + 1), -1_000);

/** When a user may have received a coupon; undefined where they may not have. */
function receipt(random: Random, now: Date, { start, end, reason }: Placed, user: User): Date | undefined {
  const [from, until] = [later(start, after(user.registered, hour)), earlier(end, after(now, -10 * minute))];
  if (from >= until) return undefined;
  const moment = after(from, random.between(0, until.getTime() - from.getTime()));
  const time = reason === undefined ? busyMoment(random, moment) : officeTime(moment, 0, random.int(0, 400));
  return time < from || time > until ? moment : time;
}

function heldBy(random: Random, now: Date, coupon: Placed, user: User): Held | undefined {
  const time = receipt(random, now, coupon, user);
  if (time === undefined) return undefined;
  const isFixed = coupon.validDays === undefined;
  const [start, expire] = isFixed ? [coupon.start, coupon.end] : [time, dayEnd(time, coupon.validDays)];
  const last = earlier(expire, after(now, -5 * minute));
  const wanted = after(later(time, start), random.between(5 * minute, 12 * day));
  const isUsed = random.chance(coupon.used) && wanted < last;
  const isVoid = !isUsed && random.chance(0.006);
  const status = isUsed ? state.used : isVoid ? state.voided : expire <= now ? state.expired : state.unused;
  return { id: '', coupon, user, time, start, expire, status, used: isUsed ? wanted : null };
}

const couponRow = (now: Date, marketing: string | null, one: Placed, held: readonly Held[], at: number): CopyRow => {
  const own = held.filter(({ coupon }) => coupon === one);
  const isFixed = one.validDays === undefined;
  const number = (status: number): number => own.filter((each) => each.status === status).length;
  const created = officeTime(now, Math.max(1, 5 - one.from), at + 21);
  return {
    id: one.id,
    coupon_no: `CP${String(at + 1).padStart(4, '0')}`,
    name: one.name,
    name_en: one.nameEn,
    coupon_type: one.type,
    amount_fen: one.amountFen ?? null,
    discount: one.discount ?? null,
    max_off_fen: one.maxOffFen ?? null,
    threshold_fen: one.thresholdFen ?? 0,
    scope: one.scope,
    total: one.total,
    per_user_limit: 1,
    valid_mode: isFixed ? codes.ValidMode.fixed : codes.ValidMode.days,
    valid_start: isFixed ? one.start : null,
    valid_end: isFixed ? one.end : null,
    valid_days: one.validDays ?? null,
    receive_start: isFixed ? null : one.start,
    receive_end: isFixed ? null : one.end,
    stackable: 0,
    description: one.description,
    issued: own.length,
    used: number(state.used),
    expired: number(state.expired),
    code_count: one.type === external ? (one.codes ?? 0) : null,
    status: one.status,
    ...marks(now, marketing, created, earlier(after(created, 2 * hour), now)),
  };
};

const heldRow = (marketing: string | null, one: Held): CopyRow => {
  const { coupon, user, status } = one;
  const by = coupon.reason === undefined ? null : marketing;
  return {
    id: one.id,
    coupon_id: coupon.id,
    user_id: user.id,
    n: 1,
    status,
    source: coupon.reason === undefined ? received : granted,
    receive_time: one.time,
    start_time: one.start,
    expire_time: one.expire,
    use_time: one.used,
    grant_reason: coupon.reason ?? null,
    void_reason: status === state.voided ? '账号异常领取' : null,
    create_by: by,
    create_time: one.time,
    update_by: by,
    update_time: one.used ?? one.time,
  };
};

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Codes of other companies: the first ones are in people's hands. */
function codeRows(random: Random, secrets: Secrets, marketing: string | null, one: Placed, own: readonly Held[]) {
  return Array.from({ length: one.codes ?? 0 }, (_, at): CopyRow => {
    const code = Array.from({ length: 12 }, () => letters[random.int(0, letters.length - 1)]).join('');
    const { enc, hash } = seal(secrets, 'name', code);
    return {
      coupon_id: one.id,
      code_enc: enc,
      code_hash: hash,
      user_coupon_id: own[at]?.id ?? null,
      create_by: marketing,
    };
  });
}

/** Coupons in every state, who has them and what became of them. */
export async function makeCoupons(client: PoolClient, world: World, options: CouponOptions): Promise<void> {
  const { now, users } = world;
  const { secrets, marketing } = options;
  // Where somebody has begun, the demo stays away.
  const { rowCount } = await client.query('select 1 from act_coupon limit 1');
  if (rowCount !== 0) return;
  const random = world.random.fork('coupons');
  const placed: Placed[] = stories.map((story) => ({
    ...story,
    id: '',
    start: midnight(now, story.from),
    end: dayEnd(now, story.until),
  }));
  await giveIds(client, 'act_coupon', placed);
  const owners = users.filter(({ id, status }) => id !== '' && status === machines['SM-AppUser'].states.normal);
  const held = placed.flatMap((coupon) =>
    owners
      .flatMap((user) => (random.chance(coupon.taken) ? (heldBy(random, now, coupon, user) ?? []) : []))
      .slice(0, coupon.total)
      .toSorted((a, b) => a.time.getTime() - b.time.getTime()),
  );
  await giveIds(client, 'act_user_coupon', held);
  await copyRows(
    client,
    'act_coupon',
    placed.map((one, at) => couponRow(now, marketing, one, held, at)),
  );
  await client.query("select setval('seq_act_coupon', $1)", [placed.length]);
  await copyRows(
    client,
    'act_user_coupon',
    held.map((one) => heldRow(marketing, one)),
  );
  for (const one of placed) {
    const own = held.filter(({ coupon }) => coupon === one);
    await copyRows(client, 'act_coupon_code', codeRows(random, secrets, marketing, one, own));
  }
}
