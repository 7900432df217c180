import { codes } from '@wheelhouse/entities/codes';
import type { App } from '../../http/context.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { PayChannel } from './adapter.ts';
import { applePayOf } from './apple/index.ts';
import { eCnyPay, zeroPay } from './simulated.ts';
import { alipay } from './alipay/adapter.ts';
import { openOrder, startAlipaySandbox } from './alipay/sandbox.ts';
import { wechatPay } from './wechat/adapter.ts';
import { startWechatSandbox } from './wechat/sandbox.ts';

export * from './adapter.ts';

export type PayApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets'>;

/** The stand-in of this process, with what opens its control. */
export const wechatSandbox = sandboxOf(startWechatSandbox);
export const alipaySandbox = sandboxOf(startAlipaySandbox);

/** Where a channel calls back. */
const notifyUrl = ({ config }: Pick<App, 'config'>, channel: number): string =>
  `${config.publicUrl ?? `http://127.0.0.1:${config.port}`}/pay/v1/callback/${channel}`;

type Open = (app: PayApp, callback: string) => Promise<PayChannel>;

async function alipayOf(app: PayApp, callback: string): Promise<PayChannel> {
  const { alipay: account } = app.config.pay;
  if (account !== undefined) return alipay(account, callback);
  const place = await alipaySandbox(app);
  const channel = alipay(place, callback);
  // Nobody has Alipay's own app at the sandbox: an order is opened as it would be there.
  const create: PayChannel['create'] = async (request) => openOrder(place, await channel.create(request));
  return { ...channel, create };
}

/** What is asked of each channel of D:PayChannel: the account of this installation, or a sandbox on this machine. */
const channels: ReadonlyMap<number, Open> = new Map<number, Open>([
  [
    codes.PayChannel.wechat,
    async (app, callback) => wechatPay(app.config.pay.wechat ?? (await wechatSandbox(app)).account, callback),
  ],
  [codes.PayChannel.apple, (app) => applePayOf(app)],
  // Without a public wire: simulated, whoever runs it.
  [codes.PayChannel.eCny, async (app, callback) => eCnyPay(app, callback)],
  [codes.PayChannel.zero, async () => zeroPay],
  [codes.PayChannel.alipay, alipayOf],
]);

/** @returns undefined for a channel that nothing is asked of */
export const channelOf = (app: PayApp, channel: number): Promise<PayChannel> | undefined =>
  channels.get(channel)?.(app, notifyUrl(app, channel));
