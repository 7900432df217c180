import { wholeOdds } from '@wheelhouse/entities/events/raffle-pool';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { timeNow } from '../../../db/wall-clock.ts';
import { unseal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { moveStock } from '../../prizes/service.ts';
import { isEligible } from './draw.ts';
import { keyBlocks } from './key-blocks.ts';

const { running } = machines['SM-Raffle'].states;
const { blindBox } = codes.RaffleType;
const { unopened, refunding } = codes.BoxState;

/** A campaign that sells boxes now. */
export interface BoxCampaign {
  readonly id: string;
  readonly name: string;
  readonly priceFen: number;
  readonly maxBoxesPerUser: number;
}

/** Odds come to the whole and no row has limits of its own: a box that is paid always holds something. */
const sells = sql`a.activity_type = ${blindBox} and a.draw_mode = ${codes.DrawMode.probability} and a.price_fen is not null
  and (select sum(n) from act_raffle_odds o, unnest(o.odds) n where o.activity_id = a.id and o.version = s.odds_version) = ${wholeOdds}
  and not exists (select from act_raffle_prize p where p.activity_id = a.id and (p.daily_limit is not null or p.min_interval_sec is not null))`;

/** The campaign whose boxes a user wants. @throws AppError 6041 it sells none now, 6043 not to this user */
export async function boxCampaign(
  tx: Tx,
  { activityId, userId }: { readonly activityId: string; readonly userId: string },
): Promise<BoxCampaign> {
  const { rows } = await sql<BoxCampaign & { createBy: string | null }>`
    select a.id::text as id, a.name, a.price_fen::float8 as price_fen, a.max_boxes_per_user, a.create_by::text as create_by
    from act_raffle_activity a join act_raffle_state s on s.activity_id = a.id
    where a.id = ${activityId}::bigint and a.status = ${running} and not a.deleted and not s.closed and now() >= a.start_time and now() < a.end_time
      and (a.daily_start is null or ${timeNow} >= a.daily_start) and (a.daily_end is null or ${timeNow} < a.daily_end) and ${sells}`.execute(
    tx,
  );
  const [campaign] = rows;
  if (campaign === undefined) throw new AppError(6041);
  const { rows: meant } = await sql`
    select 1 from act_raffle_activity a join usr_app_user u on u.id = ${userId}::bigint
    where a.id = ${activityId}::bigint and ${await isEligible(tx, campaign.createBy)}`.execute(tx);
  if (meant.length === 0) throw new AppError(6043);
  return campaign;
}

/** Boxes of a user that are held for an order; `heldFen` is the most that one takes of the budget. */
export interface HeldBoxes {
  readonly activityId: string;
  readonly userId: string;
  readonly count: number;
  readonly heldFen: number;
}

/** Whoever changes the boxes of a campaign does it one after the other: what follows reads what the one before has written. */
const lockState = (tx: Tx, activityId: string) =>
  sql<{
    closed: boolean;
    seed: Buffer;
  }>`select closed, seed_enc as seed from act_raffle_state where activity_id = ${activityId}::bigint for update`.execute(
    tx,
  );

/** What more of the boxes a user may have, or a refusal. */
export type Hold = { readonly heldFen: number } | { readonly mayBuy: number };

/**
 * Holds boxes for an order: as many rows of the pool, and as much of the budget as the dearest would take. @returns `mayBuy` where it is more than one user may
 * have @throws AppError 7012 there are not so many
 */
export async function holdBoxes(
  tx: Tx,
  { activityId, userId, count, most }: Omit<HeldBoxes, 'heldFen'> & { readonly most: number },
): Promise<Hold> {
  await lockState(tx, activityId);
  await sql`insert into act_raffle_user (activity_id, user_id) values (${activityId}::bigint, ${userId}::bigint) on conflict do nothing`.execute(
    tx,
  );
  const { rows: mine } = await sql`
    update act_raffle_user set boxes = boxes + ${count} where activity_id = ${activityId}::bigint and user_id = ${userId}::bigint and boxes + ${count} <= ${most}
    returning user_id`.execute(tx);
  if (mine.length === 0) {
    const { rows } = await sql<{ boxes: number }>`
      select boxes from act_raffle_user where activity_id = ${activityId}::bigint and user_id = ${userId}::bigint`.execute(
      tx,
    );
    return { mayBuy: Math.max(0, most - (rows[0]?.boxes ?? 0)) };
  }
  const { rows } = await sql<{ heldFen: number }>`
    update act_raffle_state s set held = s.held + ${count}, held_fen = s.held_fen + ${count} * p.most_fen
    from (select coalesce(sum(quantity - won), 0)::int as left, coalesce(max(cost_fen), 0) as most_fen from act_raffle_prize where activity_id = ${activityId}::bigint) p
    where s.activity_id = ${activityId}::bigint and not s.closed and s.held + ${count} <= p.left
      and s.spent_fen + s.held_fen + ${count} * p.most_fen <= s.budget_limit_fen
    returning p.most_fen::float8 as held_fen`.execute(tx);
  const [held] = rows;
  if (held === undefined) throw new AppError(7012);
  return held;
}

/** Boxes that nobody paid are free again. */
export async function releaseBoxes(tx: Tx, { activityId, userId, count, heldFen }: HeldBoxes): Promise<void> {
  await lockState(tx, activityId);
  await sql`
    update act_raffle_state set held = held - ${count}, held_fen = held_fen - ${count * heldFen} where activity_id = ${activityId}::bigint`.execute(
    tx,
  );
  await sql`
    update act_raffle_user set boxes = boxes - ${count} where activity_id = ${activityId}::bigint and user_id = ${userId}::bigint`.execute(
    tx,
  );
}

/** Draws what paid boxes hold, each by a request number of its own. @returns the draws, in the order of the numbers */
export async function drawBoxes(
  tx: Tx,
  { secrets }: Pick<App, 'secrets'>,
  { activityId, userId, heldFen }: HeldBoxes,
  requestNos: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await lockState(tx, activityId);
  const [state] = rows;
  if (state === undefined) throw new Error(`the campaign ${activityId} of paid boxes is gone`);
  const { inner, outer } = keyBlocks(Buffer.from(unseal(secrets, state.seed), 'hex'));
  const draws: string[] = [];
  for (const requestNo of requestNos) {
    const { rows: drawn } = await sql<{ id: string }>`
      select (box_draw(${activityId}::bigint, ${userId}::bigint, ${requestNo}::text, ${inner}::bytea, ${outer}::bytea, ${heldFen}::bigint)).id::text as id`.execute(
      tx,
    );
    draws.push(String(drawn[0]?.id));
  }
  return draws;
}

interface Back {
  readonly prizeId: string | null;
  readonly activityNo: string;
  readonly isClosed: boolean;
}

/** What boxes held that were paid back goes back to their campaign; to the stock where it has ended. Last in its transaction. */
export async function returnBoxes(
  tx: Tx,
  {
    activityId,
    userId,
    drawIds,
  }: { readonly activityId: string; readonly userId: string; readonly drawIds: readonly string[] },
): Promise<void> {
  await lockState(tx, activityId);
  const back: Back[] = [];
  for (const drawId of drawIds) {
    const { rows } = await sql<Back>`
      with p as (
        update act_raffle_prize p set won = p.won - 1 from act_raffle_draw d
        where d.id = ${drawId}::bigint and p.activity_id = d.activity_id and p.sort = d.given returning p.activity_id, p.prize_id, p.cost_fen)
      update act_raffle_state s set spent_fen = s.spent_fen - p.cost_fen from p join act_raffle_activity a on a.id = p.activity_id
      where s.activity_id = p.activity_id returning p.prize_id::text as prize_id, a.activity_no, s.closed as is_closed`.execute(
      tx,
    );
    back.push(...rows);
  }
  await sql`
    update act_raffle_user set boxes = boxes - ${drawIds.length} where activity_id = ${activityId}::bigint and user_id = ${userId}::bigint`.execute(
    tx,
  );
  const toStock = back
    .filter(({ isClosed }) => isClosed)
    .toSorted((a, b) => Number(a.prizeId ?? 0) - Number(b.prizeId ?? 0));
  for (const { prizeId, activityNo } of toStock)
    if (prizeId !== null) await moveStock(tx, { prizeId, type: codes.StockLogType.release, remark: activityNo });
}

/** Boxes of a campaign that are paid and not opened: until there are none, what they hold shows in no file. */
export async function unopenedOf(db: Db | Tx, activityId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from act_raffle_draw d join ord_blind_box b on b.draw_id = d.id
    where d.activity_id = ${activityId}::bigint and b.box_state in (${unopened}, ${refunding}) and b.open_time is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Boxes that are held for orders to be paid. A campaign waits for them before it ends. */
export async function heldOf(tx: Db | Tx, activityId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select held from act_raffle_state where activity_id = ${activityId}::bigint for update`.execute(tx);
  return rows[0]?.held ?? 0;
}
