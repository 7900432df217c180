import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { moveStock } from '../../prizes/service.ts';
import type { OrderKind } from '../kind.ts';
import { logOrder } from '../log.ts';

interface Goods {
  readonly orderNo: string;
  readonly themeId: string | null;
  readonly prizeId: string | null;
  readonly qty: number;
  readonly isUnshipped: boolean;
}

async function goodsOf(tx: Tx, orderId: string): Promise<Goods> {
  const { rows } = await sql<Goods>`
    select o.order_no, o.theme_id::text as theme_id, o.prize_id::text as prize_id, o.qty, o.ship_time is null as is_unshipped
    from ord_order o where o.id = ${orderId}::bigint`.execute(tx);
  const [goods] = rows;
  if (goods === undefined) throw new Error(`the order ${orderId} is gone`);
  return goods;
}

async function release(tx: Tx, orderId: string, { prizeId, qty }: Goods): Promise<void> {
  if (prizeId !== null) await moveStock(tx, { prizeId, type: codes.StockLogType.release, qty, goodsOrderId: orderId });
}

const { issued, reversed, toReverse } = codes.InvoiceStatus;

/** An invoice says more than was paid now: somebody has to reverse it. After each refund, also where an earlier one was followed by that. */
async function askToReverse(tx: Tx, orderId: string, refundNo: string): Promise<void> {
  const { rows } = await sql`
    update ord_order set invoice_status = ${toReverse}, rev = rev + 1, update_time = now(), update_by = null
    where id = ${orderId}::bigint and invoice_status in (${issued}, ${reversed}) returning id`.execute(tx);
  if (rows.length > 0) await logOrder(tx, { orderId, event: 'redInvoiceDue', content: refundNo });
}

/** Orders of themes and mall goods: a theme is granted, and mall goods are held in the stock until they are sent. */
export const goodsKind: OrderKind = {
  entity: entityNamed('goodsOrder'),
  async paid(tx, _app, orderId) {
    await sql`
      insert into ord_grant (order_id, next_time) select id, now() from ord_order where id = ${orderId}::bigint and theme_id is not null
      on conflict do nothing`.execute(tx);
  },
  released: async (tx, orderId) => release(tx, orderId, await goodsOf(tx, orderId)),
  async returned(tx, _app, { orderId, refundNo, isWhole, revokes }) {
    const goods = await goodsOf(tx, orderId);
    if (revokes)
      await sql`
        update cnt_user_theme set deleted = true, rev = rev + 1, update_time = now() where order_no = ${goods.orderNo} and not deleted`.execute(
        tx,
      );
    await askToReverse(tx, orderId, refundNo);
    if (isWhole && goods.isUnshipped) await release(tx, orderId, goods);
  },
  kept: async () => undefined,
};
