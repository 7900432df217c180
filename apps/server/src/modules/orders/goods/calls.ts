import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { recordNamedIn } from '../../../entity/numbered.ts';
import { findInScope } from '../../../entity/read.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { actionBody, form } from '../../../http/kit.ts';
import { askChannel } from '../pay/channel.ts';
import { closeAtChannel } from '../pay/close.ts';
import { sumsOf } from '../summary.ts';

const entity = entityNamed('goodsOrder');
const { toPay, paid } = machines['SM-Order'].states;

/** Over what the list is narrowed to: money that came, and what of it went back. */
const summary = defineCall('POST /order/crm/goodsOrder/summary', {
  access: 'orderList.query',
  effect: 'reads',
  body: z.object({ query: form.optional() }),
  summary: { zh: '订单合计', en: 'Sums of orders' },
  run: (ctx, { query = {} }) => sumsOf(ctx, entity, query),
});

/** The channel ends the trade first, so that nobody can pay what is closed. Paid meanwhile: 1004, and the money is taken. */
const close = defineCall('POST /order/crm/goodsOrder/close', {
  access: 'orderList.close',
  body: actionBody,
  summary: { zh: '关闭订单', en: 'Close an order that is not paid' },
  effect: 'irreversible',
  async run(ctx, body) {
    const id = await recordNamedIn(ctx, entity, body);
    const { orderNo: tradeNo, payChannel: channel, orderStatus, payIssue } = await findInScope(ctx, entity, id);
    // Of what came in another amount the trade is over.
    if (orderStatus === toPay && payIssue === null) {
      const isClosed = await askChannel(() => closeAtChannel(ctx.app, { tradeNo, channel }));
      if (!isClosed) throw wrongState('OrderStatus', paid, ctx);
    }
    return runAction(ctx, entity, 'close', { ...body, id });
  },
});

export const orderCalls: readonly Call[] = [summary, close];
