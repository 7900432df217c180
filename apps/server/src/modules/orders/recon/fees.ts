import { fenOfMilli } from '@wheelhouse/contract/money';
import type { Tx } from '../../../db/pool.ts';
import { bookFeeBack } from '../sums.ts';
import { differencesOf, type Sides } from './match.ts';

/**
 * Books fees that a bill gives back with refunds, and that were not booked with them. Nothing else of a bill is booked by itself: that a channel keeps less than was
 * computed, of a refund that both sides have, is nothing to be decided. @returns whether the ledger has changed
 */
export async function takeReturnedFees(tx: Tx, sides: Sides): Promise<boolean> {
  let hasChanged = false;
  for (const { kind, own, bill } of differencesOf(sides)) {
    if (kind !== 'refund' || own === undefined || bill === undefined || own.amountFen !== bill.amountFen) continue;
    const feeFen = own.feeFen - fenOfMilli(bill.feeMilliFen);
    if (feeFen <= 0 || own.refundNo === null) continue;
    if (await bookFeeBack(tx, { refundNo: own.refundNo, feeFen, time: bill.time })) hasChanged = true;
  }
  return hasChanged;
}
