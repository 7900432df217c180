import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { parseInstant } from '@wheelhouse/contract/time';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import type { CallContext } from '../../../http/context.ts';

const { inReview, refunding, failed } = machines['SM-Refund'].states;
const open: ReadonlySet<number> = new Set([inReview, refunding, failed]);
/** Whether a refund in a state is still to end; an order has one of them at a time. */
export const isOpenRefund = (refundStatus: number): boolean => open.has(refundStatus);
const { changedMind, other } = codes.RefundReason;
const ordinary: ReadonlySet<string> = new Set([changedMind, other]);
/** A reason that needs no pictures, and for which what was used or opened is not taken back. */
export const isOrdinary = (reasonCode: string): boolean => ordinary.has(reasonCode);
const { apple } = codes.PayChannel;
const usedAfterMs = 24 * 3600_000;

interface Order {
  readonly payChannel: number;
  readonly payFen: number;
  readonly refundStatus: number;
  readonly grantTime: string | null;
}

interface Asked {
  readonly reasonCode: string;
  readonly evidence?: readonly string[] | null;
}

/** What is refused whatever is asked for. @throws AppError 7004, 7006, 7007 */
export function refuseRefund({ payChannel, payFen, refundStatus }: Omit<Order, 'grantTime'>): void {
  if (payFen === 0) throw new AppError(7007);
  if (payChannel === apple) throw new AppError(7006);
  if (isOpenRefund(refundStatus)) throw new AppError(7004);
}

/** What was granted more than a day ago has been used: only what the buyer cannot help is a reason. @throws AppError 7002 */
export function refuseUsed({ grantTime }: Order, { reasonCode }: Asked): void {
  const granted = grantTime === null ? undefined : parseInstant(grantTime);
  if (granted !== undefined && ordinary.has(reasonCode) && Date.now() - granted.getTime() > usedAfterMs)
    throw new AppError(7002);
}

/** Reasons that people could misuse are shown by pictures. @throws AppError 1001, 7002 */
export function checkRefund(ctx: Pick<CallContext, 'lang'>, order: Order, asked: Asked): void {
  refuseUsed(order, asked);
  if (!ordinary.has(asked.reasonCode) && (asked.evidence ?? []).length === 0)
    throw refuseField(ctx, 'evidence', 'required');
}
