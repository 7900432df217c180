import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, day } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { fateOf, movesOf, recordRow, type Winning } from '../prizes/prizes.ts';
import type { World } from '../world.ts';
import type { Draw, Drawn } from './raffle-draws.ts';
import type { Placed, PlacedRow, RaffleOptions } from './raffle-placed.ts';

const { physical, coupon } = codes.PrizeKind;
const { done } = machines['SM-Winning'].states;
const held = machines['SM-UserCoupon'].states;
const { reserve } = codes.StockLogType;
const validDays = 30;

interface Win {
  id: string;
  readonly draw: Draw;
  readonly row: PlacedRow;
  readonly winning: Winning;
}

/** What was given, and what has become of it. */
function winsOf(world: World, { rows, no }: Placed, { draws }: Drawn): readonly Win[] {
  const dice = world.random.fork(`wins ${no}`);
  return draws.flatMap((draw): Win[] => {
    const row = rows[draw.given - 1];
    if (row === undefined) return [];
    const { thing } = row;
    const ago = (world.now.getTime() - draw.time.getTime()) / day;
    const mode = thing.mode ?? codes.DeliveryMode.express;
    return [
      {
        id: '',
        draw,
        row,
        winning: {
          prize: { id: thing.id, name: thing.name, mode, priceFen: thing.priceFen ?? 0 },
          user: draw.user,
          at: draw.time,
          status: thing.kind === physical ? fateOf(dice, ago, mode) : done,
          source: codes.WinSource.draw,
        },
      },
    ];
  });
}

function winningRow(
  world: World,
  options: RaffleOptions,
  placed: Placed,
  { id, row, draw, winning }: Win,
  at: number,
): CopyRow {
  const { thing, level } = row;
  const isPhysical = thing.kind === physical;
  return {
    ...recordRow(world, options, winning, id, at),
    ...(!isPhysical && {
      prize_id: null,
      market_price_fen: null,
      claim_deadline: null,
      delivery_mode: null,
      claim_time: null,
      receiver_enc: null,
      receiver_hash: null,
      receiver_mask: null,
      receiver_mobile_enc: null,
      receiver_mobile_hash: null,
      receiver_mobile_mask: null,
      address_enc: null,
      address_hash: null,
      address_mask: null,
      province_id: null,
      city_id: null,
      dealer_id: null,
      express_company: null,
      express_no: null,
      ship_time: null,
      done_time: draw.time,
      update_time: draw.time,
    }),
    prize_kind: thing.kind,
    coupon_id: thing.kind === coupon ? thing.id : null,
    activity_id: placed.id,
    activity_name: placed.story.name,
    level_name: level,
    tax_flag: 0,
  };
}

/** Coupons that were won, and their numbers. */
async function giveCoupons(client: PoolClient, { now }: World, wins: readonly Win[]): Promise<void> {
  const won = wins.filter(({ row }) => row.thing.kind === coupon);
  const rows = won.map(({ row, draw }): CopyRow => {
    const expire = after(draw.time, validDays * day);
    return {
      coupon_id: row.thing.id,
      user_id: draw.user.id,
      n: 1,
      status: expire <= now ? held.expired : held.unused,
      source: codes.CouponSource.won,
      receive_time: draw.time,
      start_time: draw.time,
      expire_time: expire,
      create_time: draw.time,
      update_time: draw.time,
    };
  });
  await copyRows(client, 'act_user_coupon', rows);
  for (const id of new Set(won.map(({ row }) => row.thing.id))) {
    const own = rows.filter(({ coupon_id: of }) => of === id);
    const expired = own.filter(({ status }) => status === held.expired).length;
    await client.query('update act_coupon set issued = issued + $2, expired = expired + $3 where id = $1', [
      id,
      own.length,
      expired,
    ]);
  }
}

/** The records of what was given, with consecutive numbers. */
async function keepWins(
  client: PoolClient,
  world: World,
  options: RaffleOptions,
  placed: Placed,
  wins: readonly Win[],
): Promise<void> {
  await giveIds(client, 'act_winning_record', [...wins]);
  const { rows: last } = await client.query<{ n: string }>('select last_value::text as n from seq_act_winning');
  const begun = Number(last[0]?.n ?? 0);
  await copyRows(
    client,
    'act_winning_record',
    wins.map((win, at) => winningRow(world, options, placed, win, begun + at)),
  );
  await client.query(`select setval('seq_act_winning', $1)`, [Math.max(1, begun + wins.length)]);
  await giveCoupons(client, world, wins);
  // The event has reserved them: what was sent, came back or was given up follows.
  for (const { winning, row, id } of wins)
    if (row.thing.kind === physical)
      await copyRows(
        client,
        'act_prize_stock_log',
        movesOf(world.now, winning, id, options.marketing).filter(({ type }) => type !== reserve),
      );
}

interface Kept {
  id: string;
  readonly draw: Draw;
  readonly winningId: string | null;
}

const drawRow = (activityId: string, { id, draw, winningId }: Kept): CopyRow => ({
  id,
  activity_id: activityId,
  request_no: draw.requestNo,
  user_id: draw.user.id,
  lane: draw.lane,
  n: draw.n,
  nonce: draw.nonce,
  version: 1,
  picked: draw.picked,
  given: draw.given,
  withheld: draw.withheld,
  time: draw.time,
  hash: draw.hash,
  left_times: draw.leftTimes,
  winning_id: winningId,
});

const traceRow = (activityId: string, { id, draw }: Kept, at: number): CopyRow => ({
  draw_id: id,
  activity_id: activityId,
  user_id: draw.user.id,
  time: draw.time,
  ip: `117.136.${(at * 37) % 256}.*`,
  risk: draw.risk,
});

/** Stores the draws of an event with what they gave, as the statement of a draw does. */
export async function keepDraws(
  client: PoolClient,
  world: World,
  options: RaffleOptions,
  placed: Placed,
  drawn: Drawn,
): Promise<void> {
  const { id, story } = placed;
  const wins = winsOf(world, placed, drawn);
  await keepWins(client, world, options, placed, wins);
  const winningOf = new Map(wins.map((win) => [win.draw, win.id]));
  const draws = drawn.draws.map((draw): Kept => ({ id: '', draw, winningId: winningOf.get(draw) ?? null }));
  await giveIds(client, 'act_raffle_draw', draws);
  const users = [...drawn.users].map(([user, { day: today, dayDraws, draws: n, wins: won }]) => ({
    activity_id: id,
    user_id: user.id,
    day: today,
    day_draws: dayDraws,
    draws: n,
    wins: won,
  }));
  const heads = drawn.heads.map((head) => ({ activity_id: id, ...head }));
  await copyRows(
    client,
    'act_raffle_draw',
    draws.map((one) => drawRow(id, one)),
  );
  await copyRows(
    client,
    'act_raffle_trace',
    draws.map((one, at) => traceRow(id, one, at)),
  );
  await copyRows(client, 'act_raffle_user', users);
  await copyRows(client, 'act_raffle_head', heads);
  if (story.type === codes.RaffleType.arScan) await copyRows(client, 'act_raffle_scan_day', scanRows(id, drawn));
}

/** Scans of each day: some are no success, some tickets stay unused. */
function scanRows(activityId: string, { draws }: Drawn): readonly CopyRow[] {
  const counts = new Map<string, number>();
  for (const { time } of draws) counts.set(formatDay(time), (counts.get(formatDay(time)) ?? 0) + 1);
  return [...counts].map(([of, n]) => {
    const tickets = Math.round(n * 1.08);
    return { activity_id: activityId, day: of, point: 0, scans: Math.round(tickets * 1.35), tickets };
  });
}
