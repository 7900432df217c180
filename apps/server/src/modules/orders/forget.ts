import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Tx } from '../../db/pool.ts';

const { paid } = machines['SM-Order'].states;

const personal = ['receiver', 'receiver_mobile', 'address', 'payer_id', 'invoice_email'];
const none = sql.raw(
  [...personal.flatMap((name) => [`${name}_enc`, `${name}_hash`, `${name}_mask`]), 'invoice_title', 'tax_no']
    .map((column) => `${column} = null`)
    .join(', '),
);

const forget = (tx: Tx, which: RawBuilder<unknown>): Promise<unknown> =>
  sql`update ord_order o set ${none} where ${which}`.execute(tx);

/** Takes a person out of their orders, which stay for the books. What is still to be sent keeps its address until it is. */
export const forgetBuyer = (tx: Tx, userId: string): Promise<unknown> =>
  forget(tx, sql`o.user_id = ${userId}::bigint and o.order_status <> ${paid}`);

/** The same of an order that was sent after its buyer had gone. */
export const forgetSent = (tx: Tx, orderId: string): Promise<unknown> =>
  forget(
    tx,
    sql`o.id = ${orderId}::bigint and exists (select from usr_app_user u where u.id = o.user_id and not ${isTrue('livingUser', 'u')})`,
  );
