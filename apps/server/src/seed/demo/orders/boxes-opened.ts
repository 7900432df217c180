import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, hour } from '../clock.ts';
import { copyRows } from '../copy.ts';
import type { BoxSale } from './box-courses.ts';

const { unopened, opened, refunding, refunded } = codes.BoxState;
const { done } = machines['SM-BlindOrder'].states;
const winning = machines['SM-Winning'].states;
const refunds = machines['SM-Refund'].states;
const { physical } = codes.PrizeKind;

/** A box of the sample data. */
export interface DemoBoxes {
  readonly order: BoxSale;
  readonly boxNo: number;
  readonly amountFen: number;
  readonly drawId: string;
}

/** What has become of a box: the first ones of an order are opened, the last ones given back. */
function stateOf({ order: { course }, boxNo }: DemoBoxes): number {
  if (boxNo <= course.open) return opened;
  if (boxNo <= course.boxes - course.back) return unopened;
  return course.refund === refunds.inReview ? refunding : refunded;
}

interface Won {
  readonly boxId: string;
  readonly orderId: string;
  readonly prizeKind: number;
  readonly prizeId: string | null;
  readonly thing: string;
  readonly level: string;
  readonly days: number;
  readonly activityName: string;
  readonly userId: string;
  readonly time: Date;
}

/** The winning record of an opened box; of an order that is done it has arrived. */
async function give(client: PoolClient, activityId: string, won: Won, isDone: boolean): Promise<void> {
  const { rows } = await client.query<{ id: string | null }>(
    `select winning_id::text as id from award_prize($1, ${codes.WinSource.blindBox}::smallint, $2::smallint, $3, $4, $5, 0, $6, $7, null)`,
    [won.userId, won.prizeKind, won.thing, won.level, won.days, activityId, won.activityName],
  );
  const id = rows[0]?.id ?? null;
  if (id === null) {
    // Theirs already: people decide.
    await client.query(`update ord_blind_box set grant_state = ${codes.GrantState.failed} where id = $1`, [won.boxId]);
    await client.query('update ord_order set grant_failed = 1, order_status = $2, finish_time = null where id = $1', [
      won.orderId,
      machines['SM-BlindOrder'].states.opened,
    ]);
    return;
  }
  await client.query(
    `update ord_blind_box set grant_state = ${codes.GrantState.granted}, winning_id = $2 where id = $1`,
    [won.boxId, id],
  );
  const status = won.prizeKind !== physical || isDone ? winning.done : winning.toClaim;
  await client.query(
    `update act_winning_record set win_time = $2, create_time = $2, update_time = $2, status = $3::smallint, tax_flag = 0, done_time = case when $3::smallint = ${winning.done} then $4::timestamptz end,
       claim_deadline = case when prize_kind = ${physical} then $2::timestamptz + interval '15 days' end where id = $1`,
    [id, won.time, status, after(won.time, 48 * hour)],
  );
  if (isDone && won.prizeId !== null)
    await client.query(
      `insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after, winning_id, create_time)
       values ($1, ${codes.StockLogType.send}, 1, 0, 0, 0, 0, 0, $2, $3)`,
      [won.prizeId, id, after(won.time, 24 * hour)],
    );
}

/** Stores boxes, opens those that are open by now with what they hold, and gives back what was paid back. */
export async function openSomeBoxes(
  client: PoolClient,
  activityId: string,
  boxes: readonly DemoBoxes[],
): Promise<void> {
  const { rows: refundIds } = await client.query<{ orderId: string; id: string }>(
    'select order_id::text as "orderId", id::text as id from ord_refund where blind_box_order_id is not null',
  );
  const refundOf = new Map(refundIds.map(({ orderId, id }) => [orderId, id]));
  await copyRows(
    client,
    'ord_blind_box',
    boxes.map((box) => {
      const state = stateOf(box);
      return {
        blind_box_order_id: box.order.id,
        box_no: box.boxNo,
        box_state: state,
        amount_fen: box.amountFen,
        open_time: state === opened ? after(box.order.time, hour) : null,
        draw_id: box.drawId,
        refund_id: state === refunding || state === refunded ? (refundOf.get(box.order.id) ?? null) : null,
        create_time: box.order.time,
        update_time: box.order.time,
      };
    }),
  );
  const { rows: won } = await client.query<Won>(
    `update ord_blind_box b set prize_row = d.given, prize_kind = p.prize_kind, item_name = p.name, rarity = p.level_name, probability = o.odds[d.given] / 1000000.0,
       item_image = coalesce(z.images[1], t.cover)
     from act_raffle_draw d join act_raffle_prize p on p.activity_id = d.activity_id and p.sort = d.given
       join act_raffle_odds o on o.activity_id = d.activity_id and o.version = d.version join act_raffle_activity a on a.id = d.activity_id
       left join act_prize z on z.id = p.prize_id left join cnt_app_theme t on t.id = p.theme_id
     where d.id = b.draw_id and b.open_time is not null and d.activity_id = $1
     returning b.id::text as "boxId", b.blind_box_order_id::text as "orderId", p.prize_kind as "prizeKind", p.prize_id::text as "prizeId",
       coalesce(p.prize_id, p.coupon_id, p.theme_id)::text as thing, p.level_name as level, p.valid_days as days, a.name as "activityName", d.user_id::text as "userId", b.open_time as time`,
    [activityId],
  );
  const isDone = new Set(boxes.filter(({ order }) => order.course.status === done).map(({ order }) => order.id));
  for (const one of won.toSorted((a, b) => Number(a.boxId) - Number(b.boxId)))
    await give(client, activityId, one, isDone.has(one.orderId));
  const back = boxes.filter((box) => stateOf(box) === refunded);
  await client.query(
    `with d as (select given, count(*)::int as n from act_raffle_draw where id = any($2::bigint[]) group by given),
       p as (update act_raffle_prize p set won = p.won - d.n from d where p.activity_id = $1 and p.sort = d.given returning p.cost_fen * d.n as fen)
     update act_raffle_state set spent_fen = spent_fen - coalesce((select sum(fen) from p), 0) where activity_id = $1`,
    [activityId, back.map(({ drawId }) => drawId)],
  );
  for (const { order } of back)
    await client.query('update act_raffle_user set boxes = boxes - 1 where activity_id = $1 and user_id = $2', [
      activityId,
      order.user.id,
    ]);
}
