import type { OpenedBox } from '@wheelhouse/contract/calls/orders/boxes';
import { codes } from '@wheelhouse/entities/codes';
import { wholeOdds } from '@wheelhouse/entities/events/raffle-pool';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { wrongState } from '../../../entity/state-text.ts';
import type { AppContext } from '../../../http/app-call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { signedUrl } from '../../files/service.ts';
import { logOrder } from '../log.ts';
import { followBoxes } from './follow.ts';

const { unopened, opened, refunding } = codes.BoxState;
const { paid } = machines['SM-BlindOrder'].states;

/** Opens boxes of an order that is locked: what they hold becomes visible, and is owed. @param boxNos absent: all that are not opened @returns those that it opened */
export async function openBoxes(tx: Tx, orderId: string, boxNos?: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ boxNo: number }>`
    update ord_blind_box b set box_state = ${opened}, open_time = now(), prize_row = d.given, prize_kind = p.prize_kind, item_name = left(p.name, 60),
      rarity = left(p.level_name, 8), probability = round(o.odds[d.given] * 100.0 / ${wholeOdds}::bigint, 6),
      item_image = coalesce(a.prizes -> (d.given - 1) ->> 'displayImage', z.images[1], t.cover), next_time = now(), rev = b.rev + 1, update_time = now(), update_by = null
    from act_raffle_draw d join act_raffle_activity a on a.id = d.activity_id
      join act_raffle_prize p on p.activity_id = d.activity_id and p.sort = d.given
      join act_raffle_odds o on o.activity_id = d.activity_id and o.version = d.version
      left join act_prize z on z.id = p.prize_id left join cnt_app_theme t on t.id = p.theme_id
    where d.id = b.draw_id and b.blind_box_order_id = ${orderId}::bigint and b.box_state = ${unopened}
      and (${boxNos === undefined} or b.box_no = any(${[...(boxNos ?? [])]}::int[])) returning b.box_no`.execute(tx);
  const numbers = rows.map(({ boxNo }) => boxNo).toSorted((a, b) => a - b);
  if (numbers.length === 0) return [];
  await logOrder(tx, { orderId, event: 'opened', content: numbers.map((n) => `#${n}`).join(' ') });
  return numbers;
}

type Shown = Omit<OpenedBox, 'imageUrl' | 'receipt'> & OpenedBox['receipt'] & { readonly image: string | null };

async function shown(tx: Tx, app: App, orderId: string, boxNo: number): Promise<OpenedBox> {
  const { rows } = await sql<Shown>`
    select o.order_no, b.box_no, b.item_name, b.rarity, b.prize_kind, b.item_image as image, b.probability::float8 as probability,
      ${wallClock('b.open_time')} as open_time, d.lane, d.n, encode(d.hash, 'hex') as hash
    from ord_blind_box b join ord_order o on o.id = b.blind_box_order_id join act_raffle_draw d on d.id = b.draw_id
    where b.blind_box_order_id = ${orderId}::bigint and b.box_no = ${boxNo} and b.open_time is not null`.execute(tx);
  const [box] = rows;
  if (box === undefined) throw new Error('an opened box shows what it holds');
  const { image, lane, n, hash, ...rest } = box;
  return { ...rest, imageUrl: image === null ? null : signedUrl(app, image), receipt: { lane, n, hash } };
}

interface Box {
  readonly id: string;
  readonly orderStatus: number;
  readonly boxState: number | null;
}

/** Opens a box of the caller; one that is open answers the same. @throws AppError 1002 not theirs, 1004 not paid or paid back, 7004 it is being refunded */
export const openBox = (ctx: AppContext, orderNo: string, boxNo: number): Promise<OpenedBox> =>
  withTransaction(ctx.app.db, async (tx) => {
    // The order first, as a refund does.
    const { rows: orders } = await sql<Omit<Box, 'boxState'>>`
      select id::text as id, order_status from ord_order
      where order_no = ${orderNo} and user_id = ${ctx.appUser.id}::bigint and kind = ${codes.OrderKind.blindBox} and not deleted for update`.execute(
      tx,
    );
    const [order] = orders;
    if (order === undefined) throw new AppError(1002);
    const { rows } = await sql<{ boxState: number; isOpened: boolean }>`
      select box_state, open_time is not null as is_opened from ord_blind_box where blind_box_order_id = ${order.id}::bigint and box_no = ${boxNo}`.execute(
      tx,
    );
    const [box] = rows;
    if (box?.isOpened === true) return shown(tx, ctx.app, order.id, boxNo);
    if (box?.boxState === refunding) throw new AppError(7004);
    if (order.orderStatus !== paid) throw wrongState('BlindOrderStatus', order.orderStatus, ctx);
    if (box === undefined) throw new AppError(1002);
    if (box.boxState !== unopened) throw wrongState('BoxState', box.boxState, ctx);
    await openBoxes(tx, order.id, [boxNo]);
    await followBoxes(tx, ctx.app, order.id);
    return shown(tx, ctx.app, order.id, boxNo);
  });
