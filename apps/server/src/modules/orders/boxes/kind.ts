import { splitFen } from '@wheelhouse/contract/money';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { drawBoxes, type HeldBoxes, releaseBoxes, returnBoxes } from '../../events/draws/service.ts';
import { revokeWinning } from '../../prizes/service.ts';
import type { OrderKind, Returned } from '../kind.ts';
import { followBoxes } from './follow.ts';

const { unopened, opened, refunding, refunded } = codes.BoxState;

interface Boxes extends HeldBoxes {
  readonly orderNo: string;
  readonly payFen: number;
}

async function boxesOf(tx: Tx, orderId: string): Promise<Boxes> {
  const { rows } = await sql<Boxes>`
    select order_no, activity_id::text as activity_id, user_id::text as user_id, qty as count, pay_fen::float8 as pay_fen, held_fen::float8 as held_fen
    from ord_order where id = ${orderId}::bigint`.execute(tx);
  const [boxes] = rows;
  if (boxes === undefined) throw new Error(`the order ${orderId} is gone`);
  return boxes;
}

/** Fixes what each box holds, and its share of what was paid: the parts are the whole. */
async function fix(tx: Tx, app: Parameters<OrderKind['paid']>[1], orderId: string): Promise<void> {
  const boxes = await boxesOf(tx, orderId);
  const { orderNo, payFen } = boxes;
  const numbers = Array.from({ length: boxes.count }, (_, at) => at + 1);
  const shares = splitFen(
    payFen,
    numbers.map(() => 1),
  );
  const draws = await drawBoxes(
    tx,
    app,
    boxes,
    numbers.map((n) => `${orderNo}-${n}`),
  );
  await sql`
    insert into ord_blind_box (blind_box_order_id, box_no, box_state, amount_fen, draw_id)
    select ${orderId}::bigint, b.n, ${unopened}, b.fen, b.draw from unnest(${numbers}::int[], ${shares}::bigint[], ${[...draws]}::bigint[]) b (n, fen, draw)`.execute(
    tx,
  );
}

interface Back {
  readonly drawId: string;
  readonly winningId: string | null;
}

/** Boxes of the refund; of a refund of all of the order, whoever asked for it, all that are left. */
async function giveBack(tx: Tx, { orderId, refundNo, isWhole }: Returned): Promise<readonly Back[]> {
  const { rows } = await sql<Back>`
    update ord_blind_box b set box_state = ${refunded}, refund_id = r.id, next_time = null, rev = b.rev + 1, update_time = now(), update_by = null
    from ord_refund r where r.refund_no = ${refundNo} and b.blind_box_order_id = ${orderId}::bigint and b.box_state <> ${refunded}
      and (b.refund_id = r.id or ${isWhole}) returning b.draw_id::text as draw_id, b.winning_id::text as winning_id`.execute(
    tx,
  );
  return rows;
}

/** Orders of blind boxes: pieces of the campaign are held until they are paid, and stay the boxes' unless these are paid back. */
export const boxKind: OrderKind = {
  entity: entityNamed('blindBoxOrder'),
  paid: fix,
  released: async (tx, orderId) => releaseBoxes(tx, await boxesOf(tx, orderId)),
  async returned(tx, app, returned) {
    const { activityId, userId } = await boxesOf(tx, returned.orderId);
    const back = await giveBack(tx, returned);
    await followBoxes(tx, app, returned.orderId);
    if (returned.revokes) for (const { winningId } of back) if (winningId !== null) await revokeWinning(tx, winningId);
    // What was granted is the user's: only its own record gives it back.
    const drawIds = back.filter(({ winningId }) => winningId === null).map(({ drawId }) => drawId);
    await returnBoxes(tx, { activityId, userId, drawIds });
  },
  async kept(tx, refundId) {
    await sql`
      update ord_blind_box set box_state = case when open_time is null then ${unopened}::smallint else ${opened}::smallint end, refund_id = null, rev = rev + 1,
        next_time = case when open_time is not null and winning_id is null and grant_state = ${codes.GrantState.waiting} then now() end, update_time = now(), update_by = null
      where refund_id = ${refundId}::bigint and box_state = ${refunding}`.execute(tx);
  },
};
