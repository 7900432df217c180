import { formatMoney } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { twoAbove } from '@wheelhouse/entities/orders/refund';
import { sql } from 'kysely';
import type { CodeOf } from '@wheelhouse/entities/dictionaries';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { logOrder } from '../log.ts';
import { mirror, release } from './apply.ts';
import { bookRefund } from './finish.ts';

const { none, inReview, refunding, rejected, refunded, partlyRefunded } = machines['SM-Refund'].states;

type Action = ActionOf<'refund', 'approve' | 'reject' | 'withdraw' | 'retry' | 'offline'>;

/** The order of a refund. */
function orderOf(action: Action): { readonly orderId: string; readonly content: string } {
  const { goodsOrderId, refundNo, amountFen } = only(action);
  if (goodsOrderId === null) throw new Error(`${refundNo} has no order`);
  return { orderId: goodsOrderId, content: `${refundNo} ${formatMoney(amountFen)}` };
}

async function follow(action: Action, event: CodeOf<'OrderEvent'>, refundStatus: number, more = ''): Promise<string> {
  const { orderId, content } = orderOf(action);
  await mirror(action.tx, orderId, refundStatus);
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

async function reject(action: ActionOf<'refund', 'reject'>): Promise<void> {
  const { tx, input } = action;
  const { id, amountFen, userId, orderNo } = only(action);
  const orderId = await follow(action, 'refundRejected', rejected, input.remark);
  await release(tx, orderId, amountFen);
  const text = await builtInText(tx, 'REFUND_REJECTED', { orderNo, reason: input.remark });
  await notifyOwner(tx, { userId, kind: 'service', ...text, route: '/order/mine', ref: { type: 'refund', id } });
}

export const refundHooks: HooksOf<'refund'> = {
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
      await release(action.tx, orderId, only(action).amountFen);
    },
    retry: async (action) => {
      await soon(action);
      await follow(action, 'refundRetried', refunding);
    },
    offline: async (action) => {
      const { tx, ctx, input, store } = action;
      const { refundNo, amountFen, revokeGoods } = only(action);
      const { orderId } = orderOf(action);
      store({ accountLast4: input.accountLast4, voucherFileId: input.voucherFileId, successTime: new Date() });
      const isWhole = await bookRefund(tx, ctx.app, {
        orderId,
        refundNo,
        amountFen,
        revokeGoods,
        isOffline: true,
        time: new Date(),
        operatorId: ctx.user.id,
      });
      await mirror(tx, orderId, isWhole ? refunded : partlyRefunded);
    },
  },
};
