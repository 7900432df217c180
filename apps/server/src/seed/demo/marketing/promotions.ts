import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { hashOf } from '../../../entity/seal.ts';
import { after, day, dayStart, earlier, hour, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Dealer } from '../dealers/dealers.ts';
import type { Random } from '../random.ts';
import { sealed } from '../rows-people.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';

export interface PromotionOptions {
  readonly secrets: Secrets;
  readonly marketing: string | null;
}

const { draft, notStarted, running, ended, paused } = machines['SM-Promotion'].states;
const { dealer, staff, socialMedia, print, partner } = codes.PromoChannel;
const { none, url } = codes.JumpType;

interface Story {
  readonly code: string;
  readonly name: string;
  readonly channel: string;
  readonly status: number;
  /** Days from now; negative: ago. */
  readonly from: number;
  readonly until: number;
  /** Path of the landing page; absent: the download page of the app. */
  readonly path?: string;
  readonly registerFen?: number;
  readonly bindFen?: number;
  readonly capFen?: number;
  /** Scans on a day. */
  readonly scans: number;
  readonly remark?: string;
}

// prettier-ignore
const stories: readonly Story[] = [
  { code: 'P7K2M9QX', name: '门店海报扫码有礼', channel: dealer, status: running, from: -58, until: 32, path: 'promotions/store', bindFen: 3000, capFen: 300_000, scans: 9 },
  { code: 'P3VT80AD', name: '城东旗舰店开业', channel: dealer, status: ended, from: -120, until: -76, path: 'promotions/opening', bindFen: 5000, capFen: 20_000, scans: 12, remark: '开业活动，奖励已达上限' },
  { code: 'PX41NB6R', name: '员工推荐码', channel: staff, status: running, from: -90, until: 180, registerFen: 500, scans: 3 },
  { code: 'P95GHW2C', name: '短视频账号引流', channel: socialMedia, status: running, from: -35, until: 25, path: 'promotions/video', scans: 16 },
  { code: 'PQ0ZL7EF', name: '小区电梯广告', channel: print, status: paused, from: -42, until: 18, path: 'promotions/elevator', registerFen: 200, capFen: 50_000, scans: 7, remark: '物业更换点位，暂停两周' },
  { code: 'P6RJ3UYT', name: '外卖平台联合推广', channel: partner, status: notStarted, from: 9, until: 69, path: 'promotions/partner', bindFen: 2000, scans: 0 },
  { code: 'PD8S5IK1', name: '年终回馈（待定）', channel: socialMedia, status: draft, from: 20, until: 50, scans: 0 },
];

interface Placed extends Story {
  id: string;
  readonly start: Date;
  readonly end: Date;
  readonly dealer: Dealer | undefined;
}

const startOf = (now: Date, days: number): Date => after(dayStart(after(now, days * day)), 9 * hour);

function rowOf({ now, dealers }: World, { secrets, marketing }: PromotionOptions, one: Placed, at: number): CopyRow {
  const created = officeTime(now, Math.max(2, 6 - one.from), at + 60);
  return {
    id: one.id,
    promo_code: one.code,
    name: one.name,
    channel_type: one.channel,
    dealer_id: one.dealer?.id ?? null,
    ...sealed(secrets, 'staff_mobile', 'mobile', one.channel === staff ? (dealers[0]?.contactMobile ?? null) : null),
    landing_type: one.path === undefined ? none : url,
    landing_url: one.path === undefined ? null : `https://m.example.com/${one.path}`,
    start_time: one.start,
    end_time: one.end,
    register_reward_fen: one.registerFen ?? null,
    bind_reward_fen: one.bindFen ?? null,
    reward_cap_fen: one.capFen ?? null,
    remark: one.remark ?? null,
    scan_count: 0,
    download_count: 0,
    register_count: 0,
    bind_count: 0,
    reward_fen: 0,
    status: one.status,
    ...marks(now, marketing, created, earlier(after(created, hour), now)),
  };
}

interface Visit {
  readonly promotion: Placed;
  readonly time: Date;
  readonly device: string;
  readonly ip: string;
}

/** People who looked and went on. */
function passersBy(random: Random, now: Date, one: Placed): readonly Visit[] {
  const last = earlier(one.end, after(now, -10 * minute)).getTime();
  const visits: Visit[] = [];
  for (let start = one.start.getTime(); start < last; start += day)
    for (let n = random.int(0, 2 * one.scans); n > 0; n--) {
      const time = new Date(start + random.between(0, 11 * hour));
      if (time.getTime() >= last) continue;
      const ip = `10.${random.int(16, 31)}.${random.int(0, 255)}.${random.int(1, 254)}`;
      visits.push({ promotion: one, time, ip, device: `demo:${ip}` });
    }
  return visits;
}

interface Brought {
  readonly user: User;
  /** When the first vehicle was bound. */
  readonly bound: Date | null;
  readonly visit: Visit;
}

/** The first vehicle of each user who registered while a promotion ran, and whom it may have brought. */
function brought(random: Random, { now, bindings }: World, placed: readonly Placed[]) {
  const seen = new Set<User>();
  const found: Brought[] = [];
  for (const binding of bindings.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const { user, type, from } = binding;
    if (type !== 1 || seen.has(user) || from > now) continue;
    seen.add(user);
    const time = after(user.registered, -random.between(3 * minute, 3 * day));
    const open = placed.filter(({ start, end, scans }) => scans > 0 && start < time && time < end);
    if (open.length === 0 || !random.chance(0.45)) continue;
    const ip = `10.${random.int(16, 31)}.${random.int(0, 255)}.${random.int(1, 254)}`;
    found.push({
      user,
      bound: from,
      visit: { promotion: random.pick(open), time, ip, device: `demo:user:${user.id}` },
    });
  }
  return found;
}

/** Users who came the same way, and have bought nothing yet. */
function undecided(random: Random, { users, bindings }: World, placed: readonly Placed[]): readonly Brought[] {
  const owners = new Set(bindings.map(({ user }) => user));
  return users.flatMap((user): Brought[] => {
    if (owners.has(user)) return [];
    const time = after(user.registered, -random.between(3 * minute, 2 * day));
    const open = placed.filter(({ start, end, scans }) => scans > 0 && start < time && time < end);
    if (open.length === 0 || !random.chance(0.9)) return [];
    const ip = `10.${random.int(16, 31)}.${random.int(0, 255)}.${random.int(1, 254)}`;
    const visit = { promotion: random.pick(open), time, ip, device: `demo:user:${user.id}` };
    return [{ user, bound: null, visit }];
  });
}

const recent = 30 * day;

/** Promotions in all states. Their registrations, bindings and rewards come of the rule by which real ones are counted. */
export async function makePromotions(client: PoolClient, world: World, options: PromotionOptions): Promise<void> {
  const random = world.random.fork('promotions');
  const { now, dealers } = world;
  const placed = stories.map((story, at): Placed => ({
    ...story,
    id: '',
    start: startOf(now, story.from),
    end: startOf(now, story.until),
    dealer: story.channel === dealer ? dealers[at] : undefined,
  }));
  await giveIds(client, 'ps_promotion', placed);
  const rows = placed.map((one, at) => rowOf(world, options, one, at));
  await copyRows(client, 'ps_promotion', rows);
  const owners = [...brought(random, world, placed), ...undecided(random, world, placed)];
  const visits = [...placed.flatMap((one) => passersBy(random, now, one)), ...owners.map(({ visit }) => visit)];
  const scans = visits.map(({ promotion, time, device, ip }) => ({
    promotion,
    time,
    ip,
    event: 1,
    hash: hashOf(options.secrets, device),
  }));
  const downloads = scans
    .filter(({ promotion }) => promotion.path === undefined || random.chance(0.3))
    .map((scan) => ({
      ...scan,
      event: 2,
      time: earlier(after(scan.time, 2 * minute), earlier(scan.promotion.end, now)),
    }));
  const events = [...scans, ...downloads].toSorted((a, b) => a.time.getTime() - b.time.getTime());
  await copyRows(
    client,
    'ps_promotion_event',
    events.map(({ promotion, event, hash, ip, time }) => ({
      promotion_id: promotion.id,
      event,
      device_hash: hash,
      ip,
      time,
    })),
  );
  for (const { user, bound, visit } of owners)
    await client.query('select attribute_promotion($1, $2, $3)', [
      user.id,
      hashOf(options.secrets, visit.device),
      bound,
    ]);
  // Addresses and devices are forgotten after 30 days.
  await client.query('update ps_promotion_event set device_hash = null, ip = null where time < $1', [
    after(now, -recent),
  ]);
  await client.query(`update ps_promotion p set scan_count = n.scan, download_count = n.download
    from (select promotion_id, count(*) filter (where event = 1) as scan, count(*) filter (where event = 2) as download
      from ps_promotion_event group by 1) n where n.promotion_id = p.id`);
}

/** The page that offers the app, unless there is one. */
export async function makeDownloadLink(client: PoolClient): Promise<void> {
  await client.query(
    `insert into ps_link (link_code, name, category, url, client_os, open_mode, need_login, append_token, enabled)
     select 'APP_DOWNLOAD', 'APP下载页', '9', 'https://m.example.com/download', '{1,2,3}', 2, 0, 0, 1
     where not exists (select from ps_link where link_code = 'APP_DOWNLOAD' and not deleted)`,
  );
}
