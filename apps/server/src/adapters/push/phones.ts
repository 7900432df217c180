import { sql } from 'kysely';
import type { FcmConfig } from '../../config-parts.ts';
import type { Db } from '../../db/pool.ts';
import { unseal } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import { pauseProvider, waitForTurn } from '../rate.ts';
import { PushRefused, type PushMessage, type Receipt } from './adapter.ts';
import { sendToPhone, type FcmOutcome } from './fcm.ts';

export interface FcmService {
  readonly config: FcmConfig;
  /** Requests in a second, all processes together. */
  readonly perSecond: number;
}

interface Phone {
  readonly id: string;
  readonly tokenEnc: Buffer;
  /** The moment of its last registration. */
  readonly version: string;
}

/** More are phones of long ago. */
const mostPhones = 10;

/** Phones of a user that FCM serves, the newest first; the vendor says whose token a phone has. */
async function phonesOf(db: Db, userId: string): Promise<readonly Phone[]> {
  const { rows } = await sql<Phone>`
    select id, token_enc, update_time::text as version from msg_push_token
    where user_id = ${userId} and vendor = 'fcm' and token_enc is not null order by update_time desc limit ${mostPhones}`.execute(
    db,
  );
  return rows;
}

/** Deletes the token of a phone, unless the phone has registered again in the meantime. */
const forget = (db: Db, { id, version }: Phone) =>
  sql`delete from msg_push_token where id = ${id} and update_time::text = ${version}`.execute(db);

const idPattern = /^fcm\.([1-9]\d*)$/;

/** Pushes to all phones of a user, by FCM. */
export class FcmPush {
  readonly #app: Pick<App, 'db' | 'secrets'>;
  readonly #service: () => Promise<FcmService>;

  constructor(app: Pick<App, 'db' | 'secrets'>, service: () => Promise<FcmService>) {
    this.#app = app;
    this.#service = service;
  }

  /**
   * Sent means that FCM took it for one phone of the user at least. Tokens of phones that are gone are deleted.
   * @returns the id by which its receipt is asked
   * @throws PushRefused: `noPhone`, `unregistered`, or the refusal of the phone that may still be reached
   */
  async push(message: PushMessage): Promise<string> {
    const phones = await phonesOf(this.#app.db, message.userId);
    if (phones.length === 0) throw new PushRefused('noPhone', true);
    const service = await this.#service();
    const outcomes = await Promise.all(phones.map((phone) => this.#send(service, message, phone)));
    if (outcomes.some(({ kind }) => kind === 'taken')) return `fcm.${message.pushId}`;
    const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal] : []));
    throw refusals.find(({ permanent }) => !permanent) ?? refusals[0] ?? new PushRefused('unregistered', true);
  }

  async #send({ config, perSecond }: FcmService, message: PushMessage, phone: Phone): Promise<FcmOutcome> {
    const { db, secrets } = this.#app;
    try {
      await waitForTurn(db, 'push', perSecond);
      const outcome = await sendToPhone(config, message, unseal(secrets, phone.tokenEnc));
      if (outcome.kind === 'gone') await forget(db, phone);
      if (outcome.kind === 'refused' && outcome.tooMany)
        await pauseProvider(db, 'push', outcome.refusal.retryAfterSec ?? 0);
      return outcome;
    } catch (error) {
      // One phone that cannot be asked for now does not undo what the others have got.
      if (error instanceof PushRefused) return { kind: 'refused', refusal: error, tooMany: false };
      throw error;
    }
  }

  /** FCM does not say what became of a message: the app does, when a phone has it. */
  async receipts(providerIds: readonly string[]): Promise<Receipt[]> {
    const pushIds = providerIds.flatMap((id) => idPattern.exec(id)?.[1] ?? []);
    if (pushIds.length === 0) return [];
    const { rows } = await sql<{ pushId: string; time: Date }>`
      select inbox_id as push_id, received_time as time from msg_push_record
      where inbox_id = any(${pushIds}::bigint[]) and channel = 2 and received_time <= now()`.execute(this.#app.db);
    return rows.map(({ pushId, time }) => ({ providerId: `fcm.${pushId}`, time }));
  }
}
