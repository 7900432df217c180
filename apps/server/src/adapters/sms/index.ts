import { AppError } from '../../http/errors.ts';
import { AliyunSms } from '../aliyun/sms.ts';
import { smsServiceOf, type ProviderApp } from '../providers.ts';
import { PushRefused } from '../push/adapter.ts';
import type { SmsAdapter, SmsMessage } from './adapter.ts';

export type { SmsTemplate } from './adapter.ts';

/** The SMS service of this installation. */
export const smsOf = (app: ProviderApp): SmsAdapter => new AliyunSms(() => smsServiceOf(app));

/** Sends a text message for somebody who waits for it. @throws AppError 1020 when the provider does not take it */
export async function sendSms(app: ProviderApp, message: SmsMessage): Promise<void> {
  try {
    await smsOf(app).send(message);
  } catch (error) {
    if (error instanceof PushRefused) throw new AppError(1020, { system: 'SMS' }, { cause: error });
    throw error;
  }
}
