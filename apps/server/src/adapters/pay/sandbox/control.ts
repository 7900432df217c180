import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { HttpRequest, SandboxAnswer } from '../../partner/sandbox-server.ts';
import type { PayBook } from './book.ts';
import { payFaults, plantFaults } from './faults.ts';
import type { Notices, Told } from './notices.ts';

const control = z.object({
  /** Empty: the faults are those of the whole channel. */
  tradeNo: z.string().max(64).default(''),
  /** About this refund of the trade, not the trade itself. */
  refundNo: z.string().max(64).nullable().default(null),
  /** They take the place of what was planted before; `{}` lifts it. */
  faults: payFaults.optional(),
  /** What happens to the trade (`pay`), or to the refund. */
  act: z.enum(['pay', 'done', 'refused']).optional(),
  /** Tells it now, whether it is due or not: `times` copies after `delayMs`, one after the other or at the same moment. */
  tell: z
    .object({
      times: z.int().min(1).max(20).default(1),
      together: z.boolean().default(false),
      delayMs: z.int().min(0).max(60_000).default(0),
      forged: z.boolean().default(false),
      amountFen: z.int().optional(),
    })
    .optional(),
});
/** What the control of a sandbox takes. */
export type PayControl = z.input<typeof control>;

export const controlPath = '/sandbox/pay';

interface Controlled {
  readonly book: PayBook;
  readonly notices: Notices;
  /** Only this process knows it. */
  readonly key: string;
}

/**
 * What the real channel has no way for, `POST /sandbox/pay` with the key as bearer: plants faults, lets the payer pay and refunds end, and tells of it at
 * once.
 * @returns the trade and the refund as they are then, and what the call-backs were answered
 */
export async function sandboxControl(request: HttpRequest, { book, notices, key }: Controlled): Promise<SandboxAnswer> {
  if (request.headers.authorization !== `Bearer ${key}`) return { status: 401, body: {} };
  const { tradeNo, refundNo, faults, act, tell } = control.parse(JSON.parse(request.text));
  if (faults !== undefined) await plantFaults(book.db, book.channel, tradeNo, faults);
  if (act === 'pay') await book.pay(tradeNo);
  else if (act !== undefined && refundNo !== null) await book.settle(refundNo, act);
  const told: Told[] = [];
  if (tell !== undefined) {
    const notice = await notices.find(tradeNo, refundNo);
    if (notice === undefined) return { status: 409, body: { error: 'nothing to tell' } };
    await sleep(tell.delayMs, undefined, { ref: false });
    const once = () => notices.tell(notice, { isForged: tell.forged, amountFen: tell.amountFen });
    const copies = Array.from({ length: tell.times }, () => once);
    if (tell.together) told.push(...(await Promise.all(copies.map((copy) => copy()))));
    else for (const copy of copies) told.push(await copy());
  }
  const [trade, refund] = [await book.find(tradeNo), refundNo === null ? undefined : await book.findRefund(refundNo)];
  return { status: 200, body: { trade: trade ?? null, refund: refund ?? null, told } };
}
