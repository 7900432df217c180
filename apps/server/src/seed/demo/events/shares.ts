import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { hashOf } from '../../../entity/seal.ts';
import { after, busyMoment, day, dayStart, minute } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';

interface ShareOptions {
  readonly secrets: Secrets;
}

const { article, theme, app, vehicle } = codes.ShareObject;
const days = 90;
/** Days in which a registration follows from a visit, and in which hashes of visitors are kept. */
const [attributed, kept] = [7, 8];
const characters = [...'abcdefghijkmnpqrstuvwxyz23456789'];
/** By D:ShareChannel. */
const channels = [
  [1, 46],
  [2, 30],
  [3, 4],
  [4, 7],
  [5, 9],
  [6, 4],
] as const;

interface Share {
  id: string;
  readonly time: Date;
  readonly user: User;
  readonly object: number;
  readonly objectId: string | null;
  readonly channel: number;
  readonly code: string;
  readonly visits: Date[];
  readonly brought: User[];
}

interface Shown {
  readonly articles: readonly string[];
  readonly themes: readonly string[];
  /** By its owner. */
  readonly vehicles: ReadonlyMap<User, string>;
}

async function shownBy(client: PoolClient, { bindings }: World): Promise<Shown> {
  const ids = async (query: string): Promise<string[]> =>
    (await client.query<{ id: string }>(query)).rows.map(({ id }) => id);
  return {
    articles: await ids('select article_id::text as id from cnt_article_live order by article_id'),
    themes: await ids(
      `select id::text as id from cnt_app_theme where status = ${machines['SM-Theme'].states.onShelf} and not deleted order by id`,
    ),
    vehicles: new Map(
      bindings
        .filter(({ type, until }) => type === 1 && until === null)
        .map(({ user, vehicle: { id } }) => [user, id] as const),
    ),
  };
}

/** What somebody shares: an article most often. */
function chosen(random: Random, user: User, { articles, themes, vehicles }: Shown): Pick<Share, 'object' | 'objectId'> {
  const own = vehicles.get(user);
  const object = random.weighted([
    [article, articles.length === 0 ? 0 : 48],
    [theme, themes.length === 0 ? 0 : 22],
    [app, 18],
    [vehicle, own === undefined ? 0 : 12],
  ] as const);
  if (object === article) return { object, objectId: random.pick(articles) };
  if (object === theme) return { object, objectId: random.pick(themes) };
  return { object, objectId: object === vehicle ? (own ?? null) : null };
}

/** Shares of a quarter: a few people share much, weekends are busier, and most links are opened by some friends. */
function sharesOf(world: World, random: Random, shown: Shown): Share[] {
  const { now, users } = world;
  const keen = random
    .shuffled(users.filter(({ status }) => status === machines['SM-AppUser'].states.normal))
    .slice(0, 120);
  const shares: Share[] = [];
  for (let ago = days - 1; ago >= 0; ago--) {
    const end = ago === 0 ? now : after(dayStart(after(now, -ago * day)), day - minute);
    const isWeekend = [0, 6].includes(new Date(end.getTime() + 8 * 3_600_000).getUTCDay());
    for (let n = random.int(isWeekend ? 6 : 3, isWeekend ? 13 : 8); n > 0; n--) {
      const time = busyMoment(random, end);
      const user = keen[Math.min(keen.length - 1, Math.floor(random.exponential(24)))];
      if (user === undefined || user.registered > time) continue;
      const code = Array.from({ length: 10 }, () => random.pick(characters)).join('');
      const channel = random.weighted(channels);
      const visits = Array.from({ length: Math.floor(random.exponential(3.2)) }, () =>
        after(time, random.exponential(9) * 3_600_000),
      ).filter((visit) => visit < now);
      shares.push({ id: '', time, user, ...chosen(random, user, shown), channel, code, visits, brought: [] });
    }
  }
  return shares.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

/** Some of those who registered lately had opened a link within the days before. */
function bring({ now, users }: World, random: Random, shares: readonly Share[]): void {
  for (const user of users) {
    if (user.registered < after(now, -(days - attributed) * day) || !random.chance(0.08)) continue;
    const visited = after(user.registered, -random.between(3 * minute, 3 * day));
    const open = shares.filter((one) => one.time < visited && one.time > after(visited, -2 * day) && one.user !== user);
    if (open.length === 0) continue;
    const share = random.pick(open);
    share.visits.push(visited);
    share.brought.push(user);
  }
}

/** Shares of the last three months, the visits of their links and the users who came of them. */
export async function makeShares(client: PoolClient, world: World, { secrets }: ShareOptions): Promise<void> {
  const random = world.random.fork('shares');
  const { now } = world;
  const shares = sharesOf(world, random, await shownBy(client, world));
  bring(world, random, shares);
  await giveIds(client, 'act_share_record', shares);
  const rows = shares.map((one): CopyRow => ({
    id: one.id,
    time: one.time,
    user_id: one.user.id,
    share_object: one.object,
    object_id: one.objectId,
    channel: one.channel,
    client_os: one.user.os,
    share_code: one.code,
    visits: one.visits.length,
    new_users: one.brought.length,
    ...marks(now, null, one.time),
  }));
  await copyRows(client, 'act_share_record', rows);
  const visits = shares.flatMap(({ id, visits: times }) =>
    times.map((time, at): CopyRow => {
      const hash = time > after(now, -kept * day) ? hashOf(secrets, `demo:share:${id}:${at}`) : null;
      return {
        share_id: id,
        hour: new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000),
        visitor: hash,
        phone: hash,
        time,
      };
    }),
  );
  await copyRows(client, 'act_share_visit', visits);
  const users = shares.flatMap(({ id, brought }) =>
    brought.map((user): CopyRow => ({ user_id: user.id, share_id: id, time: user.registered })),
  );
  await copyRows(client, 'act_share_user', users);
}
