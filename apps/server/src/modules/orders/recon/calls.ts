import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { isDay } from '@wheelhouse/contract/time';
import { z } from 'zod';
import { BillUnreadable } from '../../../adapters/pay/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import { runAction } from '../../../entity/actions.ts';
import { findInScope } from '../../../entity/read.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { digit, key, rev } from '../../../http/kit.ts';
import { askChannel, channelFor } from '../pay/channel.ts';
import { takeTrade } from '../pay/settle.ts';
import { takeRefund } from '../refunds/finish.ts';
import { billedChannels, dayOfChannel, mostDays, type ReconDay } from './days.ts';
import { compareAgain, reconcile } from './work.ts';

const [recon, reconItem] = [entityNamed('recon'), entityNamed('reconItem')];
const access = 'revenueManage.recon';
const texts = {
  channel: { zh: '该渠道没有账单', en: 'This channel has no bills' },
  day: { zh: '只能对昨天及之前{n}天内的账单', en: 'Bills are of yesterday and the {n} days before' },
} as const;

async function dayAsked(
  ctx: CallContext,
  {
    id,
    date,
    channel,
  }: { readonly id?: string | undefined; readonly date?: string | undefined; readonly channel?: number | undefined },
): Promise<ReconDay> {
  if (id !== undefined) {
    const found = await findInScope(ctx, recon, id);
    return { id: found.id, channel: found.payChannel, day: found.billDate };
  }
  if (date === undefined || !isDay(date)) throw refuseField(ctx, 'date', 'day');
  if (channel === undefined || !billedChannels.includes(channel)) throw refuseField(ctx, 'channel', texts.channel);
  const day = await withTransaction(ctx.app.db, (tx) => dayOfChannel(tx, { channel, day: date }));
  if (day === undefined) throw refuseField(ctx, 'date', texts.day, { n: mostDays });
  return day;
}

/** Fetches the bill of a day again and compares. What people decided stays. @throws AppError 1020 the channel gives no bill, or one that cannot be read */
const rerun = defineCall('POST /order/crm/recon/rerun', {
  access,
  effect: 'changes',
  body: z.object({
    id: key.optional(),
    rev: rev.optional(),
    date: z.string().optional(),
    channel: digit.optional(),
  }),
  summary: { zh: '重新对账', en: 'Compare a day with its bill again' },
  async run(ctx, body) {
    const day = await dayAsked(ctx, body);
    await runAction(ctx, recon, 'rerun', { id: day.id, ...(body.rev !== undefined && { rev: body.rev }) });
    await askChannel(async () => reconcile(ctx.app, day)).catch((error: unknown) => {
      if (error instanceof BillUnreadable) throw new AppError(1020, { system: 'bill' }, { cause: error });
      throw error;
    });
    return { id: day.id };
  },
});

/** Asks the channel about a payment or refund, takes what it says as if it had told it, and compares the day again. */
const ask = defineCall('POST /order/crm/reconItem/ask', {
  access,
  effect: 'changes',
  body: z.object({ id: key, rev: rev.optional() }),
  summary: { zh: '向渠道核实差异', en: 'Ask the channel about a difference' },
  async run(ctx, body) {
    const { id, orderNo, refundNo, billKind, itemStatus, reconId } = await findInScope(ctx, reconItem, body.id);
    if (itemStatus !== codes.ReconItemStatus.open) throw wrongState('ReconItemStatus', itemStatus, ctx);
    if (orderNo === null) throw new AppError(1002);
    const day = await dayAsked(ctx, { id: reconId });
    const channel = await channelFor(ctx.app, day.channel);
    const result = await askChannel(async () =>
      billKind === codes.BillKind.pay
        ? takeTrade(ctx.app, await channel.query(orderNo))
        : takeRefund(ctx.app, await channel.queryRefund({ tradeNo: orderNo, refundNo: refundNo ?? '' })),
    );
    await runAction(ctx, reconItem, 'ask', { id, ...(body.rev !== undefined && { rev: body.rev }) });
    await compareAgain(ctx.app, day);
    return { result };
  },
});

export const reconCalls: readonly Call[] = [rerun, ask];
