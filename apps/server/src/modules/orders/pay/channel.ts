import { channelOf, ChannelFailed, type PayChannel } from '../../../adapters/pay/index.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';

/** The channel of an order. @throws ChannelFailed nothing is asked of it */
export async function channelFor(app: App, code: number): Promise<PayChannel> {
  const channel = await channelOf(app, code);
  if (channel === undefined) throw new ChannelFailed('noChannel', `nothing is asked of channel ${code}`, false);
  return channel;
}

/** Asks a channel for somebody who waits. @throws AppError 1020 it did not do it */
export async function askChannel<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChannelFailed) throw new AppError(1020, { system: error.code }, { cause: error });
    throw error;
  }
}
