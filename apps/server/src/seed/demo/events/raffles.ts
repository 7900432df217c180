import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { claimDays, oddsOf, type PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { seal } from '../../../entity/seal.ts';
import { commitmentOf, oddsHashOf } from '@wheelhouse/contract/receipts/hashes';
import { after, day, earlier, hour, midnight, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import { drawAll, requestsOf, type Drawn } from './raffle-draws.ts';
import type { Placed, PlacedRow, RaffleOptions, Thing } from './raffle-placed.ts';
import { storeRafflePictures, type RafflePictures } from './raffle-pictures.ts';
import { raffleStories, type PoolStory, type RaffleStory } from './raffle-stories.ts';
import { keepDraws } from './raffle-wins.ts';

const { draft, inReview, ended } = machines['SM-Raffle'].states;
const { reserve, release } = codes.StockLogType;
const kinds = {
  prize: codes.PrizeKind.physical,
  coupon: codes.PrizeKind.coupon,
  theme: codes.PrizeKind.theme,
} as const;

const queries = {
  prize: `select id::text as id, name, cost_fen::int as cost, delivery_mode::int as mode, market_price_fen::int as price, available::int as left from act_prize where name = $1 and enabled = 1 and not deleted`,
  coupon: `select id::text as id, name, coalesce(amount_fen, max_off_fen, 0)::int as cost, null::int as mode, null::int as price, total - issued as left from act_coupon where name = $1 and status = ${machines['SM-Coupon'].states.issuing} and not deleted`,
  theme: `select id::text as id, name, 0 as cost, null::int as mode, null::int as price, 1000000 as left from cnt_app_theme where name = $1 and status = ${machines['SM-Theme'].states.onShelf} and not deleted`,
} as const;

interface Found {
  readonly id: string;
  readonly name: string;
  readonly cost: number;
  readonly mode: number | null;
  readonly price: number | null;
  readonly left: number;
}

/** Rows of a pool with what they give; what the installation does not have any more is left out. */
async function placedRows(client: PoolClient, pool: readonly PoolStory[]): Promise<readonly PlacedRow[]> {
  const placed: PlacedRow[] = [];
  for (const { kind, ...row } of pool) {
    const { rows } = await client.query<Found>(queries[kind], [row.name]);
    const [found] = rows;
    const quantity = Math.min(row.quantity, Math.floor((found?.left ?? 0) / 2));
    if (found === undefined || quantity < 1) continue;
    const { id, name, cost, mode, price } = found;
    placed.push({ ...row, quantity, thing: { kind: kinds[kind], id, name, costFen: cost, mode, priceFen: price } });
  }
  return placed;
}

const rules = ({ pool, maxWins }: RaffleStory): string =>
  `<p>活动期间每位用户最多中奖${maxWins}次。奖品与概率：</p><ul>${pool
    .map(({ level, name, percent }) => `<li>${level} ${name}，中奖概率${percent}%</li>`)
    .join('')}</ul><p>实物奖品请在中奖后15天内填写地址或到店领取，优惠券与主题实时到账。</p>`;

const poolRow = ({ thing, level, quantity, percent, dailyLimit }: PlacedRow): PoolRow => ({
  prizeKind: thing.kind,
  prizeId: thing.id,
  levelName: level,
  quantity,
  probability: percent,
  dailyLimit: dailyLimit ?? null,
  minIntervalSec: null,
  validDays: null,
  displayImage: null,
});

function eventRow(
  { now }: World,
  { marketing, second }: RaffleOptions,
  pictures: RafflePictures,
  { id, no, story, rows, start, end, created, approved }: Placed,
  at: number,
): CopyRow {
  const { status } = story;
  const isHandedIn = status !== draft;
  const isApproved = isHandedIn && status !== inReview;
  const isScan = story.type === codes.RaffleType.arScan;
  const isBox = story.type === codes.RaffleType.blindBox;
  return {
    id,
    activity_no: no,
    name: story.name,
    name_en: story.nameEn,
    activity_type: story.type,
    start_time: start,
    end_time: end,
    daily_start: story.daily?.[0] ?? null,
    daily_end: story.daily?.[1] ?? null,
    cover: pictures.cover(at),
    bg_image: pictures.ground,
    rule_content: rules(story),
    rules_complete: isHandedIn ? 1 : 0,
    ar_mode: story.mode ?? null,
    target_images: isScan ? [pictures.badge] : null,
    model_file: story.mode === undefined ? null : pictures.model,
    points:
      story.points === undefined ? null : JSON.stringify(story.points.map((point) => ({ ...point, dailyLimit: null }))),
    audience_type: codes.AudienceType.all,
    need_vehicle: isScan ? 1 : 0,
    need_real_name: 0,
    free_times_per_day: story.freeTimes,
    max_times_per_user: 60,
    share_extra_times: 1,
    max_wins_per_user: story.maxWins,
    same_device_limit: 2,
    draw_mode: codes.DrawMode.probability,
    price_fen: story.priceFen ?? null,
    guarantee_count: isBox ? 10 : null,
    max_boxes_per_user: isBox ? 20 : null,
    budget_limit_fen: story.budgetFen,
    prizes: JSON.stringify(rows.map(poolRow)),
    share_title: story.name,
    status,
    pause_reason: story.pauseReason ?? null,
    submitter_id: isHandedIn ? marketing : null,
    submit_time: isHandedIn ? earlier(after(created, 3 * hour), now) : null,
    auditor_id: isApproved ? second : null,
    audit_time: isApproved ? approved : null,
    ...marks(now, marketing, created, isApproved ? approved : created),
  };
}

const stockMove = (of: { prizeId: string; type: number; qty: number; remark: string; time: Date }): CopyRow => ({
  prize_id: of.prizeId,
  type: of.type,
  qty: of.qty,
  available_before: 0,
  available_after: 0,
  stock_after: 0,
  reserved_after: 0,
  sent_after: 0,
  remark: of.remark,
  create_time: of.time,
});

/** Moves of the stock of an event's prizes. */
const moves = (type: number, { no, rows }: Placed, time: Date, won: readonly number[] = []): readonly CopyRow[] =>
  rows.flatMap(({ thing, quantity }, at) => {
    const qty = quantity - (won[at] ?? 0);
    return thing.kind === kinds.prize && qty > 0 ? [stockMove({ prizeId: thing.id, type, qty, remark: no, time })] : [];
  });

/** Users who have the coupons of a pool already. */
async function holdersOf(
  client: PoolClient,
  rows: readonly PlacedRow[],
): Promise<(thing: Thing) => Set<string> | undefined> {
  const coupons = rows.flatMap(({ thing }) => (thing.kind === kinds.coupon ? [thing.id] : []));
  const { rows: holders } = await client.query<{ coupon: string; user: string }>(
    'select coupon_id::text as coupon, user_id::text as user from act_user_coupon where coupon_id = any($1) and not deleted',
    [coupons],
  );
  return ({ kind, id }) =>
    kind === kinds.coupon ? new Set(holders.flatMap(({ coupon, user }) => (coupon === id ? [user] : []))) : undefined;
}

/** What approving an event fixes. */
function fixedOf(world: World, { no, rows }: Placed) {
  const seed = world.random.fork(`raffle seed ${no}`).hex(64).toLowerCase();
  const odds = rows.map(({ percent }) => oddsOf(percent));
  return { seed, commitment: commitmentOf(no, seed), odds, hash: oddsHashOf(1, odds) };
}

/** The draws that an event has had. */
async function drawnOf(
  client: PoolClient,
  world: World,
  { no, story, rows, start, end }: Placed,
  { seed, commitment, odds, hash }: ReturnType<typeof fixedOf>,
): Promise<Drawn> {
  const { now, users, random } = world;
  const { draws: perDay = 0, freeTimes, maxWins, budgetFen } = story;
  const owners = users.filter((user) => user.id !== '' && user.status === machines['SM-AppUser'].states.normal);
  const period = { from: start, until: earlier(end, now), perDay, freeTimes };
  const requests = perDay === 0 ? [] : requestsOf(random.fork(`raffle ${no}`), owners, period);
  const holders = await holdersOf(client, rows);
  const drawnRows = rows.map(({ thing, quantity, dailyLimit }, at) => ({
    odds: odds[at] ?? 0,
    quantity,
    dailyLimit,
    costFen: thing.costFen,
    holders: holders(thing),
  }));
  const campaign = { activityNo: no, commitment, seed, oddsHash: hash, rows: drawnRows, maxWins, freeTimes, budgetFen };
  return drawAll(campaign, requests, now);
}

/** What approving an event fixes, and its draws with their receipts. */
async function openAndDraw(client: PoolClient, world: World, options: RaffleOptions, placed: Placed): Promise<void> {
  const { id, story, rows, end, approved } = placed;
  const fixed = fixedOf(world, placed);
  const { seed, commitment, odds, hash } = fixed;
  const closed = story.status === ended;
  await copyRows(client, 'act_prize_stock_log', moves(reserve, placed, approved));
  const drawn = await drawnOf(client, world, placed, fixed);
  await copyRows(client, 'act_raffle_state', [
    {
      activity_id: id,
      seed_enc: seal(options.secrets, 'name', seed).enc,
      commitment,
      odds_version: 1,
      budget_limit_fen: story.budgetFen,
      spent_fen: rows.reduce((sum, { thing }, at) => sum + thing.costFen * (drawn.won[at] ?? 0), 0),
      closed,
    },
  ]);
  await copyRows(client, 'act_raffle_odds', [
    { activity_id: id, version: 1, odds: odds.map(String), hash, from_time: approved },
  ]);
  await copyRows(
    client,
    'act_raffle_prize',
    rows.map((row, at) => prizeRow(placed, row, at, drawn.won[at] ?? 0, drawn.lastWon[at] ?? null)),
  );
  await copyRows(
    client,
    'act_raffle_lane',
    drawn.lanes.map((lane, at) => ({ activity_id: id, lane: at, ...lane, closed })),
  );
  await keepDraws(client, world, options, placed, drawn);
  if (closed) await copyRows(client, 'act_prize_stock_log', moves(release, placed, end, drawn.won));
}

const prizeRow = ({ id }: Placed, row: PlacedRow, at: number, won: number, lastWon: Date | null): CopyRow => {
  const { kind, id: of, name, costFen } = row.thing;
  return {
    activity_id: id,
    sort: at + 1,
    prize_kind: kind,
    prize_id: kind === kinds.prize ? of : null,
    coupon_id: kind === kinds.coupon ? of : null,
    theme_id: kind === kinds.theme ? of : null,
    level_name: row.level,
    name,
    cost_fen: costFen,
    quantity: row.quantity,
    won,
    daily_limit: row.dailyLimit ?? null,
    last_won: lastWon,
    valid_days: claimDays,
  };
};

/** Events in every state; one that runs and one that has ended with draws whose receipts are true. */
export async function makeRaffles(client: PoolClient, world: World, options: RaffleOptions): Promise<void> {
  const { now, random } = world;
  // Where somebody has begun, the demo stays away.
  const { rowCount } = await client.query('select 1 from act_raffle_activity limit 1');
  if (rowCount !== 0) return;
  const dice = random.fork('raffles');
  const pictures = await storeRafflePictures(client, options.app, { now, dice, count: raffleStories.length });
  const placed: Placed[] = [];
  for (const [at, story] of raffleStories.entries()) {
    const rows = await placedRows(client, story.pool);
    if (rows.length === 0) continue;
    const created = officeTime(now, Math.max(1, 8 - story.from), at + 41);
    const one: Placed = {
      id: '',
      no: `AR${formatDay(created).replaceAll('-', '')}${String(at + 1).padStart(3, '0')}`,
      story,
      rows,
      start: midnight(now, story.from),
      end: after(midnight(now, story.until), day - 1000),
      created,
      approved: earlier(after(created, 20 * hour), now),
    };
    await giveIds(client, 'act_raffle_activity', [one]);
    await copyRows(client, 'act_raffle_activity', [eventRow(world, options, pictures, one, at)]);
    if (story.status !== draft && story.status !== inReview) await openAndDraw(client, world, options, one);
    placed.push(one);
  }
  await client.query(`select setval('seq_act_raffle', $1)`, [placed.length]);
}
