import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/pool.ts';
import { post, settled, settlementPaid } from '../ledger/service.ts';
import { documentOf } from './document.ts';
import { linesOf, type Printed } from './statement.ts';

/**
 * Books that a statement is confirmed: from then on it is owed, and what is printed of it is fixed. What was carried over is owed since the statement that it
 * comes from. @returns the hash of the document
 */
export async function bookConfirmed(tx: Tx, printed: Printed, occurTime: Date): Promise<string> {
  const { settlementNo, partnerName: partner, shareFen, adjustmentFen } = printed;
  const document = await documentOf(printed, await linesOf(tx, settlementNo));
  await post(tx, settled({ settlementNo, partner, shareFen, adjustmentFen, occurTime }));
  return createHash('sha256').update(document).digest('hex');
}

/** Books that the bank has paid what a statement says. */
export async function bookPaid(
  tx: Tx,
  { settlementNo, partnerName: partner, payableFen }: Pick<Printed, 'settlementNo' | 'partnerName' | 'payableFen'>,
  occurTime: Date,
): Promise<void> {
  await post(tx, settlementPaid({ settlementNo, partner, payableFen, occurTime }));
}
