import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import type { Leased, Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { logOrder } from '../log.ts';

const entity = entityNamed('goodsOrder');
const { paid } = machines['SM-Order'].states;
/** After so many failures people see it, and decide. */
const mostTries = 5;

interface Owed {
  readonly orderId: string;
  readonly orderNo: string;
  readonly userId: string;
  readonly themeId: string | null;
  readonly orderStatus: number;
}

/** The theme becomes the buyer's, by this order. @returns whether it is */
async function grantTheme(tx: Tx, { orderNo, userId, themeId }: Owed): Promise<boolean> {
  await sql`
    insert into cnt_user_theme (user_id, theme_id, source, order_no, time)
    select ${userId}::bigint, t.id, ${codes.ThemeSource.purchase}, ${orderNo}, now() from cnt_app_theme t where t.id = ${themeId}::bigint and not t.deleted
    on conflict (user_id, theme_id) where not deleted do nothing`.execute(tx);
  const { rows } = await sql`select 1 from cnt_user_theme where order_no = ${orderNo} and not deleted`.execute(tx);
  return rows.length > 0;
}

async function grant(tx: Tx, owed: Leased<Owed>, app: App): Promise<Outcome> {
  const { orderId, orderStatus, attempts } = owed;
  // Paid back meanwhile.
  if (orderStatus !== paid) return 'done';
  if (await grantTheme(tx, owed)) {
    const now = new Date();
    const effect = async () => ({ grantTime: now, finishTime: now, grantFailed: 0 });
    await moveNow(tx, app, orderId, { entity, field: 'orderStatus', action: 'grant', effect });
    await logOrder(tx, { orderId, event: 'granted' });
    return 'done';
  }
  if (attempts + 1 < mostTries) throw new NotDone('notGranted');
  await sql`update ord_order set grant_failed = 1, rev = rev + 1, update_time = now(), update_by = null where id = ${orderId}::bigint`.execute(
    tx,
  );
  await logOrder(tx, { orderId, event: 'grantFailed' });
  return 'done';
}

/** What paid orders still have to grant: five times, then it is visible. */
export const grantsOwed = defineWork<Owed>({
  name: 'orders.grants',
  label: { zh: '权益发放', en: 'Grants of orders' },
  table: 'ord_grant',
  key: { order_id: 'bigint' },
  select:
    't.order_id::text as order_id, o.order_no, o.user_id::text as user_id, o.theme_id::text as theme_id, o.order_status',
  join: 'join ord_order o on o.id = t.order_id',
  lease: 60,
  backoff: [10, 60, 300, 900],
  atOnce: 20,
  done: 'rest',
  promise: 'once',
  step: grant,
});

/** Begins anew with what could not be granted. */
export async function grantAgain(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update ord_grant set next_time = now(), attempts = 0, last_error = null where order_id = ${orderId}::bigint`.execute(
    tx,
  );
}
