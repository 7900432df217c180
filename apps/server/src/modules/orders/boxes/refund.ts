import { codes } from '@wheelhouse/entities/codes';
import { formatMoney } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { applyForRefund, type Application } from '../refunds/apply.ts';
import { isOrdinary } from '../refunds/rules.ts';

const { unopened, opened, refunding, refunded } = codes.BoxState;
const notThere = { zh: '该订单没有此盒', en: 'The order has no such box' } as const;
const isBack = { zh: '所选的盒已退款', en: 'A box that was chosen is refunded already' } as const;

interface Box {
  readonly boxNo: string;
  readonly boxState: number;
  readonly amountFen: number;
  readonly isOpened: boolean;
}

/** Boxes of an order, which is locked. */
async function boxesIn(tx: Tx, orderId: string): Promise<readonly Box[]> {
  const { rows } = await sql<Box>`
    select box_no::text as box_no, box_state, amount_fen::float8 as amount_fen, open_time is not null as is_opened
    from ord_blind_box where blind_box_order_id = ${orderId}::bigint order by ord_blind_box.box_no`.execute(tx);
  return rows;
}

/** @throws AppError 1001 not a box that is left, or another amount than their shares; 7001 an opened one for an ordinary reason */
function refuseBoxes(
  ctx: Pick<CallContext, 'lang'>,
  all: readonly Box[],
  {
    boxNos,
    amountFen,
    reasonCode,
  }: Pick<Application, 'amountFen' | 'reasonCode'> & { readonly boxNos: readonly string[] },
): void {
  const chosen = new Set(boxNos);
  const boxes = all.filter(({ boxNo }) => chosen.has(boxNo));
  if (boxes.length < chosen.size || chosen.size < boxNos.length) throw refuseField(ctx, 'boxNos', notThere);
  if (boxes.some(({ boxState }) => boxState === refunded)) throw refuseField(ctx, 'boxNos', isBack);
  if (boxes.some(({ boxState }) => boxState === refunding)) throw new AppError(7004);
  if (isOrdinary(reasonCode) && boxes.some(({ isOpened }) => isOpened)) throw new AppError(7001);
  const share = boxes.reduce((sum, box) => sum + box.amountFen, 0);
  if (share === amountFen) return;
  const n = formatMoney(share);
  throw refuseField(ctx, 'amountFen', {
    zh: `所选盒的分摊实付为${n}元`,
    en: `What was paid for these boxes is ${n} yuan`,
  });
}

/** Applies for the money of boxes, which cannot be opened from now on. The order is locked. @throws AppError 7001, 7004, 7005 */
export async function refundBoxes(
  tx: Tx,
  ctx: Pick<CallContext, 'lang'>,
  orderId: string,
  asked: Application & { readonly boxNos: readonly string[] },
): Promise<string> {
  refuseBoxes(ctx, await boxesIn(tx, orderId), asked);
  const refundNo = await applyForRefund(tx, orderId, asked);
  const { rows } = await sql`
    update ord_blind_box b set box_state = ${refunding}, refund_id = r.id, next_time = null, rev = b.rev + 1, update_time = now()
    from ord_refund r where r.refund_no = ${refundNo} and b.blind_box_order_id = ${orderId}::bigint and b.box_no::text = any(${[...asked.boxNos]}::text[])
      and b.box_state in (${unopened}, ${opened}) returning b.id`.execute(tx);
  if (rows.length !== asked.boxNos.length) throw new AppError(7004);
  return refundNo;
}

/** The same for all boxes that are not opened. @throws AppError 7001 all are */
export async function refundUnopened(
  tx: Tx,
  ctx: Pick<CallContext, 'lang'>,
  orderId: string,
  asked: Omit<Application, 'amountFen' | 'boxNos'>,
): Promise<string> {
  const boxes = (await boxesIn(tx, orderId)).filter(({ boxState }) => boxState === unopened);
  if (boxes.length === 0) throw new AppError(7001);
  const amountFen = boxes.reduce((sum, box) => sum + box.amountFen, 0);
  return refundBoxes(tx, ctx, orderId, { ...asked, amountFen, boxNos: boxes.map(({ boxNo }) => boxNo) });
}
