import type { CodeOf } from '@wheelhouse/entities/dictionaries';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

interface Entry {
  readonly orderId: string;
  readonly event: CodeOf<'OrderEvent'>;
  readonly content?: string | undefined;
  /** Who did it in the console; nobody where it follows from something. */
  readonly operatorId?: string | undefined;
}

/** Writes what became of an order into its log. */
export async function logOrder(tx: Tx, { orderId, event, content, operatorId }: Entry): Promise<void> {
  await sql`
    insert into ord_log (order_id, order_kind, event, content, operator_id, create_by, update_by)
    select id, kind, ${event}, ${content ?? null}::text, ${operatorId ?? null}::bigint, ${operatorId ?? null}::bigint, ${operatorId ?? null}::bigint
    from ord_order where id = ${orderId}::bigint`.execute(tx);
}
