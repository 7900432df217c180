import type { App } from '../../http/context.ts';
import type { SmsAdapter } from './adapter.ts';
import { SandboxSms } from './sandbox.ts';

/** The SMS service of this installation. */
export function smsOf(app: Pick<App, 'db' | 'secrets'>): SmsAdapter {
  return new SandboxSms(app);
}
