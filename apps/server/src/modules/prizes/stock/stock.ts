import { codes, type Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';

interface Movement {
  readonly prizeId: string;
  readonly type: Code<'StockLogType'>;
  readonly qty?: number;
  readonly winningId?: string;
  readonly goodsOrderId?: string;
  /** Who moves it in the console; nobody where it follows from something. */
  readonly operatorId?: string;
  readonly remark?: string;
}

/**
 * Moves the stock of a prize. The database writes the entry and the numbers in one statement, or neither: call it last, as it locks the prize until
 * the transaction ends. @throws AppError 6004 there is not so much
 */
export async function moveStock(tx: Tx, { prizeId, type, qty = 1, ...about }: Movement): Promise<void> {
  const { winningId = null, goodsOrderId = null, operatorId = null, remark = null } = about;
  const { rows } = await sql`
    insert into act_prize_stock_log (prize_id, type, qty, available_before, available_after, stock_after, reserved_after, sent_after,
      winning_id, goods_order_id, operator_id, remark)
    values (${prizeId}, ${type}, ${qty}, 0, 0, 0, 0, 0, ${winningId}, ${goodsOrderId}, ${operatorId}, ${remark}) returning id`.execute(
    tx,
  );
  if (rows.length > 0) return;
  const { name } = await tx.selectFrom('act_prize').select('name').where('id', '=', prizeId).executeTakeFirstOrThrow();
  throw new AppError(6004, { name });
}

/** What a winning record does to the stock of its prize, if it has one. */
export async function moveForWinning(
  tx: Tx,
  { id, prizeId }: { readonly id: string; readonly prizeId: string | null },
  type: 'reserve' | 'release' | 'send' | 'return',
  operatorId?: string,
): Promise<void> {
  if (prizeId === null) return;
  await moveStock(tx, {
    prizeId,
    type: codes.StockLogType[type],
    winningId: id,
    ...(operatorId !== undefined && { operatorId }),
  });
}
