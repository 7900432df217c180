import type { MessageSources } from '@wheelhouse/contract/calls/messages/messages';
import type { App } from '../http/context.ts';
import { startAliyunSandbox } from './aliyun/sandbox.ts';
import { sandboxOf } from './partner/sandbox-server.ts';
import { startFcmSandbox } from './push/fcm-sandbox.ts';

// Which services deliver messages: those of the configuration; in place of an absent one, a sandbox on this machine that speaks its protocol.

export type ProviderApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets'>;

const fcmSandbox = sandboxOf(({ pool }: Pick<App, 'pool'>) => startFcmSandbox(pool));
const aliyunSandbox = sandboxOf((app: Pick<App, 'pool' | 'secrets'>) => startAliyunSandbox(app));

export async function fcmOf(app: ProviderApp) {
  const { fcm, rates } = app.config.providers;
  return { config: fcm ?? (await fcmSandbox(app)), perSecond: rates.push };
}

export async function smsServiceOf(app: ProviderApp) {
  const { sms, rates } = app.config.providers;
  const config = sms ?? (await aliyunSandbox(app)).sms;
  return { config, db: app.db, provider: 'sms', perSecond: rates.sms } as const;
}

export async function voiceServiceOf(app: ProviderApp) {
  const { voice, rates } = app.config.providers;
  const config = voice ?? (await aliyunSandbox(app)).voice;
  return { config, db: app.db, provider: 'voice', perSecond: rates.voice } as const;
}

/** The services that deliver messages, for the pages of messages. */
export async function messageSources(app: ProviderApp): Promise<MessageSources> {
  const { fcm, sms, voice } = app.config.providers;
  const [push, text, call] = await Promise.all([fcmOf(app), smsServiceOf(app), voiceServiceOf(app)]);
  return {
    push: { sandbox: fcm === undefined, address: push.config.url },
    sms: { sandbox: sms === undefined, address: text.config.url },
    call: { sandbox: voice === undefined, address: call.config.url },
  };
}
