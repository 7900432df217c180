import { codes } from '@wheelhouse/entities/codes';
import { formatMoney } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { twoAbove } from '@wheelhouse/entities/orders/refund';
import { sql } from 'kysely';
import type { CodeOf } from '@wheelhouse/entities/dictionaries';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { holds } from '../../../entity/read.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { kindOf } from '../kinds.ts';
import { logOrder } from '../log.ts';
import { mirror, release } from './apply.ts';
import { bookRefund } from './finish.ts';
import { freeHeld } from './held.ts';

const { none, inReview, refunding, rejected, refunded, partlyRefunded } = machines['SM-Refund'].states;

/** Which page shows the refunds of a kind of orders. */
const pages = [
  ['orderList.query', codes.OrderKind.goods],
  ['blindoOder.query', codes.OrderKind.blindBox],
] as const;

type Action = ActionOf<'refund', 'approve' | 'reject' | 'withdraw' | 'retry' | 'offline'>;

/** The order of a refund. */
function orderOf(action: Action): { readonly orderId: string; readonly content: string } {
  const { goodsOrderId, blindBoxOrderId, refundNo, amountFen } = only(action);
  const orderId = goodsOrderId ?? blindBoxOrderId;
  if (orderId === null) throw new Error(`${refundNo} has no order`);
  return { orderId, content: `${refundNo} ${formatMoney(amountFen)}` };
}

async function follow(action: Action, event: CodeOf<'OrderEvent'>, refundStatus: number, more = ''): Promise<string> {
  const { orderId, content } = orderOf(action);
  if (only(action).heldTradeNo === null) await mirror(action.tx, orderId, refundStatus);
  await logOrder(action.tx, { orderId, event, content: `${content} ${more}`.trim(), operatorId: action.ctx.user.id });
  return orderId;
}

const soon = (action: Action): Promise<unknown> =>
  sql`update ord_refund set next_time = now(), attempts = 0, last_error = null where id = ${only(action).id}::bigint`.execute(
    action.tx,
  );

/** Above the amount two persons approve; the first leaves it in review. */
async function approve(action: ActionOf<'refund', 'approve'>): Promise<void> {
  const { ctx, store } = action;
  const { amountFen, auditorId, auditTime } = only(action);
  if (amountFen > twoAbove && auditorId === null) {
    store({ refundStatus: inReview });
    const { orderId, content } = orderOf(action);
    await logOrder(action.tx, { orderId, event: 'refundApproved', content: `${content} 1/2`, operatorId: ctx.user.id });
    return;
  }
  if (amountFen > twoAbove) store({ firstAuditorId: auditorId, firstAuditTime: auditTime });
  await soon(action);
  await follow(action, 'refundApproved', refunding);
}

/** It does not happen: the amount is free again, and what it was for is as before. */
async function giveUp(action: Action, orderId: string): Promise<void> {
  const { id, amountFen, orderKind, heldTradeNo } = only(action);
  if (heldTradeNo !== null) return freeHeld(action.tx, id);
  await release(action.tx, orderId, amountFen);
  await kindOf(orderKind).kept(action.tx, id);
}

async function reject(action: ActionOf<'refund', 'reject'>): Promise<void> {
  const { tx, input } = action;
  const { id, userId, orderNo } = only(action);
  const orderId = await follow(action, 'refundRejected', rejected, input.remark);
  await giveUp(action, orderId);
  const text = await builtInText(tx, 'REFUND_REJECTED', { orderNo, reason: input.remark });
  await notifyOwner(tx, { userId, kind: 'service', ...text, route: '/order/mine', ref: { type: 'refund', id } });
}

/** Refunds of the kinds whose page one may see. */
const visible: HooksOf<'refund'>['visible'] = (user, alias) => {
  const kinds = pages.filter(([code]) => holds(user, code)).map(([, kind]) => kind);
  return kinds.length === pages.length ? undefined : sql`${sql.ref(`${alias}.order_kind`)} = any(${kinds}::smallint[])`;
};

export const refundHooks: HooksOf<'refund'> = {
  visible,
  refuses: {
    approve: each(({ auditorId }, { ctx }) => {
      if (auditorId === ctx.user.id) throw new AppError(5002);
    }),
    withdraw: each(({ submitterId }, { ctx }) => {
      if (submitterId !== ctx.user.id) throw new AppError(1003);
    }),
  },
  actions: {
    approve,
    reject,
    withdraw: async (action) => {
      const orderId = await follow(action, 'refundWithdrawn', none);
      await giveUp(action, orderId);
    },
    retry: async (action) => {
      await soon(action);
      await follow(action, 'refundRetried', refunding);
    },
    offline: async (action) => {
      const { tx, ctx, input, store } = action;
      const { refundNo, amountFen, revokeGoods, heldTradeNo } = only(action);
      const { orderId } = orderOf(action);
      store({ accountLast4: input.accountLast4, voucherFileId: input.voucherFileId, successTime: new Date() });
      const isWhole = await bookRefund(tx, ctx.app, {
        orderId,
        refundNo,
        amountFen,
        revokeGoods,
        isOfHeld: heldTradeNo !== null,
        isOffline: true,
        time: new Date(),
        operatorId: ctx.user.id,
      });
      if (heldTradeNo === null) await mirror(tx, orderId, isWhole ? refunded : partlyRefunded);
    },
  },
};
