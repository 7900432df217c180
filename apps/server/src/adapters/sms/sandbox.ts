import { sql } from 'kysely';
import { seal } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import type { SmsAdapter, SmsMessage } from './adapter.ts';

/** Stands for a provider where there is none: what would be sent is in `sys_sms_outbox`, the number sealed. */
export class SandboxSms implements SmsAdapter {
  readonly #app: Pick<App, 'db' | 'secrets'>;

  constructor(app: Pick<App, 'db' | 'secrets'>) {
    this.#app = app;
  }

  async send({ mobile, text }: SmsMessage): Promise<void> {
    const { enc, hash, mask } = seal(this.#app.secrets, 'mobile', mobile);
    await sql`
      insert into sys_sms_outbox (mobile_enc, mobile_hash, mobile_mask, body, status, sent_time) values (${enc}, ${hash}, ${mask}, ${text}, 1, now())
    `.execute(this.#app.db);
  }
}
