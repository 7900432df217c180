import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import type { Leased, Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { award } from '../../prizes/service.ts';
import { logOrder } from '../log.ts';
import { finishBoxes, followBoxes } from './follow.ts';

const { opened } = codes.BoxState;
const { waiting, granted, failed } = codes.GrantState;
/** After so many failures people see it, and decide. */
const mostTries = 5;

interface Owed {
  readonly boxId: string;
  readonly boxNo: number;
  readonly orderId: string;
  readonly userId: string;
  readonly activityId: string;
  readonly activityName: string;
  readonly prizeKind: 1 | 2 | 3;
  readonly prizeId: string;
  readonly levelName: string;
  readonly validDays: number;
}

/** The item becomes the buyer's by a winning record. @returns undefined where it cannot be given now */
async function awarded(tx: Tx, app: App, owed: Owed): Promise<string | undefined> {
  const { userId, activityId, activityName, prizeKind, prizeId, levelName, validDays } = owed;
  try {
    const given = {
      userId,
      source: codes.WinSource.blindBox,
      activityId,
      activityName,
      prizeKind,
      prizeId,
      levelName,
      validDays,
    };
    return (await award(tx, app, given)).id;
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function grant(tx: Tx, owed: Leased<Owed>, app: App): Promise<Outcome> {
  const { boxId, boxNo, orderId, attempts } = owed;
  // The order first, as a refund does. Paid back meanwhile, or about to be: nothing is given.
  await sql`select 1 from ord_order where id = ${orderId}::bigint for update`.execute(tx);
  const { rows } = await sql`
    select 1 from ord_blind_box where id = ${boxId}::bigint and box_state = ${opened} and winning_id is null`.execute(
    tx,
  );
  if (rows.length === 0) return 'done';
  const content = `#${boxNo}`;
  const winningId = await awarded(tx, app, owed);
  if (winningId !== undefined) {
    await sql`
      update ord_blind_box set winning_id = ${winningId}::bigint, grant_state = ${granted}, rev = rev + 1, update_time = now(), update_by = null
      where id = ${boxId}::bigint`.execute(tx);
    await logOrder(tx, { orderId, event: 'granted', content });
    await followBoxes(tx, app, orderId);
    await finishBoxes(tx, app, orderId);
    return 'done';
  }
  if (attempts + 1 < mostTries) throw new NotDone('notGranted');
  await sql`
    update ord_blind_box set grant_state = ${failed}, rev = rev + 1, update_time = now(), update_by = null where id = ${boxId}::bigint`.execute(
    tx,
  );
  await logOrder(tx, { orderId, event: 'grantFailed', content });
  await followBoxes(tx, app, orderId);
  return 'done';
}

/** What opened boxes still have to grant: five times, then it is visible. */
export const boxesOwed = defineWork<Owed>({
  name: 'orders.boxes',
  label: { zh: '盲盒物品发放', en: 'Grants of blind boxes' },
  table: 'ord_blind_box',
  key: { id: 'bigint' },
  select: `t.id::text as box_id, t.box_no, t.blind_box_order_id::text as order_id, o.user_id::text as user_id,
    o.activity_id::text as activity_id, o.goods_name as activity_name, p.prize_kind, coalesce(p.prize_id, p.coupon_id, p.theme_id)::text as prize_id,
    p.level_name, p.valid_days`,
  join: `join ord_order o on o.id = t.blind_box_order_id join act_raffle_draw d on d.id = t.draw_id
    join act_raffle_prize p on p.activity_id = d.activity_id and p.sort = d.given`,
  lease: 60,
  backoff: [10, 60, 300, 900],
  atOnce: 20,
  done: 'rest',
  promise: 'once',
  step: grant,
});

/** Begins anew with boxes that could not be granted; all of the order, or one. @returns how many */
export async function grantBoxesAgain(tx: Tx, orderId: string, boxNo: number | null): Promise<number> {
  const { rows } = await sql`
    update ord_blind_box set next_time = now(), attempts = 0, last_error = null, grant_state = ${waiting}, rev = rev + 1, update_time = now()
    where blind_box_order_id = ${orderId}::bigint and box_state = ${opened} and grant_state = ${failed} and (${boxNo}::int is null or box_no = ${boxNo}::int)
    returning id`.execute(tx);
  return rows.length;
}
