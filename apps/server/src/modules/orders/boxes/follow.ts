import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { inCodes } from '../../../db/in-codes.ts';
import type { Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';

const entity = entityNamed('blindBoxOrder');
const { unopened, opened, refunding, refunded } = codes.BoxState;
const { none, partly, all } = codes.BoxOpenStatus;
const winning = machines['SM-Winning'].states;

interface Counts {
  readonly shut: number;
  readonly opened: number;
  readonly failed: number;
}

/** What an order says of its boxes: how many are opened, and whether one could not be granted. When all are opened, it moves on. */
export async function followBoxes(tx: Tx, app: Pick<App, 'secrets'>, orderId: string): Promise<void> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where open_time is null and box_state in (${unopened}, ${refunding}))::int as shut,
      count(*) filter (where open_time is not null)::int as opened,
      count(*) filter (where box_state = ${opened} and grant_state = ${codes.GrantState.failed})::int as failed
    from ord_blind_box where blind_box_order_id = ${orderId}::bigint`.execute(tx);
  const { shut = 0, opened: open = 0, failed = 0 } = rows[0] ?? {};
  const status = open === 0 ? none : shut > 0 ? partly : all;
  await sql`
    update ord_order set open_status = ${status}, grant_failed = ${failed > 0 ? 1 : 0}, rev = rev + 1, update_time = now(), update_by = null
    where id = ${orderId}::bigint`.execute(tx);
  if (status === all) await moveNow(tx, app, orderId, { entity, field: 'orderStatus', action: 'open' });
}

/** SQL: all that the boxes of the order `t` held has arrived, or will not. */
export const isArrived = sql`not exists (select from ord_blind_box b left join act_winning_record w on w.id = b.winning_id
  where b.blind_box_order_id = t.id and b.box_state <> ${refunded}
    and not coalesce(w.status ${inCodes([winning.done, winning.expired, winning.cancelled])}, false))`;

/** Ends an order whose boxes have all arrived. */
export async function finishBoxes(tx: Tx, app: Pick<App, 'secrets'>, orderId: string): Promise<void> {
  const { rows } = await sql`select 1 from ord_order t where t.id = ${orderId}::bigint and ${isArrived}`.execute(tx);
  if (rows.length === 0) return;
  const effect = async () => ({ finishTime: new Date() });
  await moveNow(tx, app, orderId, { entity, field: 'orderStatus', action: 'finish', effect });
}
