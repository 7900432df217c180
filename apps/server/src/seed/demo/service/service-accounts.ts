import { codes } from '@wheelhouse/entities/codes';
import type { PoolClient } from 'pg';
import { after, day, dayStart, earlier, hour, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Random } from '../random.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { TheftOptions } from '../theft/theft.ts';
import type { User } from '../users/users.ts';
import type { World } from '../world.ts';

const { ServiceAccountType: types, ServiceLogEvent: event, ServiceOnline: states } = codes;

interface Story {
  readonly nickname: string;
  readonly type: number;
  readonly by: 'service' | 'second';
  readonly skills: readonly string[];
  readonly avatar: number;
  readonly extension: string | null;
  readonly greeting: string | null;
  /** Sessions on a day; none: it is disabled. */
  readonly sessions: number;
}

// prettier-ignore
const stories: readonly Story[] = [
  { nickname: '小轮', type: types.chat, by: 'service', skills: ['2', '3'], avatar: 3, extension: null, greeting: '您好，我是小轮，请问有什么可以帮您？', sessions: 9 },
  { nickname: '车友热线', type: types.hotline, by: 'service', skills: ['1', '2', '4'], avatar: 5, extension: '8001', greeting: null, sessions: 4 },
  { nickname: '售后小孙', type: types.chat, by: 'second', skills: ['2', '4'], avatar: 7, extension: null, greeting: '您好，这里是售后服务。', sessions: 6 },
  { nickname: '企微助手', type: types.wecom, by: 'second', skills: ['1'], avatar: 9, extension: null, greeting: null, sessions: 0 },
];

interface Placed extends Story {
  id: string;
  readonly userId: string;
  readonly no: string;
}

const days = 30;
const ip = '10.20.8.15';

interface Entry {
  readonly time: Date;
  readonly event: number;
  readonly session?: string;
  readonly user?: User;
  readonly duration?: number;
  readonly firstResponse?: number;
  readonly score?: number;
  readonly detail?: string;
}

/** A session from its beginning to the user's rating. */
function sessionOf(random: Random, user: User, no: string, start: Date): Entry[] {
  const common = { session: no, user };
  const firstResponse = random.int(6, 95);
  const seconds = firstResponse + random.int(60, 14 * 60);
  const end = after(start, seconds * 1000);
  const entries: Entry[] = [{ ...common, time: start, event: event.sessionStart, firstResponse }];
  if (random.chance(0.06)) return [...entries, { ...common, time: end, event: event.timeout, duration: seconds }];
  entries.push({ ...common, time: end, event: event.sessionEnd, duration: seconds });
  if (random.chance(0.4))
    entries.push({ ...common, time: after(end, minute), event: event.rating, score: random.chance(0.8) ? 5 : 3 });
  return entries;
}

/** What an account does on one day: it signs in, serves people one after the other, takes a break, signs out. */
function dayOf(random: Random, { users }: { readonly users: readonly User[] }, one: Placed, start: Date): Entry[] {
  const [from, until] = [after(start, 9 * hour + random.int(-8, 6) * minute), after(start, 18 * hour)];
  const entries: Entry[] = [{ time: from, event: event.login }];
  const apart = (until.getTime() - from.getTime()) / (one.sessions + 1);
  for (let at = 0; at < one.sessions; at++) {
    const begun = after(from, at * apart + random.between(2 * minute, apart / 3));
    entries.push(...sessionOf(random, random.pick(users), `S${start.getTime() / minute}${one.no}${at}`, begun));
  }
  const left = after(until, random.int(1, 20) * minute);
  entries.push({ time: left, event: event.logout, duration: Math.round((left.getTime() - from.getTime()) / 1000) });
  return entries.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

const isSession = (one: Entry): boolean => one.session !== undefined;

/** The log until now. Of the day that is not over, sessions that have ended; the account stays online. */
function entriesOf(random: Random, world: World, one: Placed): Entry[] {
  const { now } = world;
  const users = world.bindings.map(({ user }) => user);
  if (one.sessions === 0 || users.length === 0) return [];
  const all: Entry[] = [];
  for (let back = days; back >= 0; back--) {
    const entries = dayOf(random, { users }, one, dayStart(after(now, -back * day)));
    const past = entries.filter(({ time }) => time < now);
    const ended = new Set(
      past.flatMap((entry) =>
        entry.event === event.sessionEnd || entry.event === event.timeout ? [entry.session] : [],
      ),
    );
    all.push(...past.filter((entry) => !isSession(entry) || ended.has(entry.session)));
  }
  return all;
}

const isOnline = (entries: readonly Entry[]): boolean => {
  const last = entries.findLast((one) => !isSession(one));
  return last?.event === event.login;
};

function accountRow(world: World, options: TheftOptions, one: Placed, entries: readonly Entry[], at: number): CopyRow {
  const { now } = world;
  const made = officeTime(now, 120 - at * 9, at);
  const signedIn = entries.findLast((entry) => entry.event === event.login);
  return {
    id: one.id,
    account_no: one.no,
    sys_user_id: one.userId,
    account_type: one.type,
    nickname: one.nickname,
    avatar: options.pictures.avatar(one.avatar),
    skill_groups: one.skills,
    max_sessions: one.type === types.hotline ? 1 : 5,
    work_hours: JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '18:00' }]),
    extension: one.extension,
    greeting: one.greeting,
    welcome_offline: one.type === types.chat ? '我们在每天9点到18点为您服务，请留言。' : null,
    enabled: one.sessions > 0 ? 1 : 0,
    online_status: isOnline(entries) ? states.online : states.offline,
    last_online_time: signedIn?.time ?? null,
    ...marks(now, options.service, made, earlier(after(made, hour), now)),
  };
}

const logRow = (now: Date, one: Placed, entry: Entry): CopyRow => ({
  time: entry.time,
  account_id: one.id,
  event: entry.event,
  session_no: entry.session ?? null,
  user_id: entry.user?.id ?? null,
  duration_sec: entry.duration ?? null,
  first_response_sec: entry.firstResponse ?? null,
  score: entry.score ?? null,
  detail: entry.detail ?? null,
  ip: isSession(entry) ? null : ip,
  ...marks(now, null, entry.time),
});

/** Service accounts of two people, with a month of what they did. */
export async function makeServiceAccounts(client: PoolClient, world: World, options: TheftOptions): Promise<void> {
  const { service, second } = options;
  if (service === null || second === null || service === second) return;
  const random = world.random.fork('serviceAccounts');
  const { rows } = await client.query<{ no: string }>(
    `select 'CS' || lpad(nextval('seq_service_account')::text, 4, '0') as no from generate_series(1, $1)`,
    [stories.length],
  );
  const placed = stories.map((story, at): Placed => ({
    ...story,
    id: '',
    no: rows[at]?.no ?? '',
    userId: story.by === 'service' ? service : second,
  }));
  await giveIds(client, 'cs_service_account', placed);
  const accounts = placed.map((one) => ({ one, entries: entriesOf(random.fork(one.no), world, one) }));
  await copyRows(
    client,
    'cs_service_account',
    accounts.map(({ one, entries }, at) => accountRow(world, options, one, entries, at)),
  );
  await copyRows(
    client,
    'cs_service_account_log',
    accounts.flatMap(({ one, entries }) => entries.map((entry) => logRow(world.now, one, entry))),
  );
}
