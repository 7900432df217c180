import { z } from 'zod';
import { channelOf, NoticeRefused, type Notice, type PayChannel } from '../../../adapters/pay/index.ts';
import { defineCall, type Proof, WireReply } from '../../../http/call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { takeRefund } from '../refunds/finish.ts';
import { keepNotice, keepRefused } from './notices.ts';
import { takeTrade, type Taken } from './settle.ts';

const bodyLimit = 256 * 1024;
/** @throws AppError with a status that makes the channel tell again: an envelope with 200 would be its receipt */
async function take(app: App, notice: Notice): Promise<Taken> {
  try {
    if (notice.kind === 'trade') return await takeTrade(app, notice.news);
    return notice.kind === 'refund' ? await takeRefund(app, notice.news) : 'other';
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, undefined, { status: 503, cause: error }) : error;
  }
}

/** A call that its channel has signed. */
class Told {
  readonly code: number;
  readonly channel: PayChannel;
  readonly notice: Notice;
  constructor(code: number, channel: PayChannel, notice: Notice) {
    this.code = code;
    this.channel = channel;
    this.notice = notice;
  }
}

const channelParam = z.object({
  channel: z
    .string()
    .regex(/^[1-5]$/)
    .transform(Number),
});

const proof: Proof = {
  scheme: 'payment',
  async verify(app, request): Promise<Told> {
    const named = channelParam.safeParse(request.params);
    const code = named.data?.channel ?? 0;
    const channel = await channelOf(app, code);
    if (channel === undefined) throw new AppError(1102, undefined, { status: 401 });
    try {
      const notice = await channel.readNotice({ headers: request.headers, body: Buffer.from(request.rawBody ?? '') });
      return new Told(code, channel, notice);
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      await keepRefused(app, code, error);
      request.log.warn({ channel: code, why: error.message }, 'a call of a payment channel was refused');
      throw new AppError(1102, undefined, { status: 401, cause: error });
    }
  },
};

/**
 * A payment channel tells of a payment or a refund. What is not its own is refused with 401 (1102), and changes nothing but the operators' list; everything else is taken once,
 * however often, late or out of order it comes, and kept with what came of it. It is answered when that is committed.
 */
export const payCallback = defineCall('POST /pay/v1/callback/:channel', {
  access: 'public',
  proof,
  form: true,
  bodyLimit,
  body: z.unknown(),
  summary: { zh: '支付渠道回调', en: 'A payment channel tells of a payment' },
  async run({ app, proved }) {
    if (!(proved instanceof Told)) throw new Error('a call of a channel was not read');
    const { code, channel, notice } = proved;
    const result = await take(app, notice);
    await keepNotice(app, code, notice, result);
    return new WireReply(channel.answers.taken);
  },
});
