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
    insert into ord_log (goods_order_id, event, content, operator_id, create_by, update_by)
    values (${orderId}::bigint, ${event}, ${content ?? null}::text, ${operatorId ?? null}::bigint, ${operatorId ?? null}::bigint, ${operatorId ?? null}::bigint)`.execute(
    tx,
  );
}
