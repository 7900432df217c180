import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { AppleAccount } from '../../../config-pay-apple.ts';
import { exchange, type Exchanged } from '../../partner/exchange.ts';
import { ChannelFailed } from '../adapter.ts';
import { signEs256 } from './jws.ts';

/*
 * The App Store Server API, as far as it is needed here. Not by the client of Apple's library: that knows no other address, no end of its patience, and
 * asks through another HTTP client than everything else.
 */

const timeoutMs = 10_000;
const tokenSec = 300;
const transactionNotFound = '4040010';

const failure = z.object({ errorCode: z.int().transform(String) });
const transactionAnswer = z.object({ signedTransactionInfo: z.string() });
const historyAnswer = z.object({
  hasMore: z.boolean().default(false),
  paginationToken: z.string().optional(),
  notificationHistory: z.array(z.object({ signedPayload: z.string() })).default([]),
});

export interface HistoryWish {
  readonly type: string;
  readonly from: Date;
  /** Left out. */
  readonly until: Date;
}

export class AppleApi {
  readonly #account: AppleAccount;
  readonly #key: KeyObject;

  constructor(account: AppleAccount) {
    this.#account = account;
    this.#key = createPrivateKey(account.privateKey);
  }

  /** @returns the transaction, signed; undefined where Apple knows none @throws ChannelFailed */
  async transaction(id: string): Promise<string | undefined> {
    const answer = await this.#ask('GET', `/inApps/v1/transactions/${encodeURIComponent(id)}`);
    if (answer === undefined) return undefined;
    return this.#read(transactionAnswer, answer).signedTransactionInfo;
  }

  /** Notifications of a type that Apple made in a time, signed, whether they have arrived or not. @throws ChannelFailed */
  async *history({ type, from, until }: HistoryWish): AsyncGenerator<string> {
    const body = { startDate: from.getTime(), endDate: until.getTime() - 1, notificationType: type };
    let page = '';
    for (;;) {
      const answer = await this.#ask('POST', `/inApps/v1/notifications/history${page}`, body);
      const { notificationHistory, hasMore, paginationToken } = this.#read(
        historyAnswer,
        answer ?? { body: undefined },
      );
      yield* notificationHistory.map(({ signedPayload }) => signedPayload);
      if (!hasMore || paginationToken === undefined) return;
      page = `?${new URLSearchParams({ paginationToken }).toString()}`;
    }
  }

  #read<T>(shape: z.ZodType<T>, { body }: Pick<Exchanged, 'body'>): T {
    const { data, success } = shape.safeParse(body);
    if (!success) throw new ChannelFailed('unreadable', 'the App Store answers something else', false);
    return data;
  }

  /** Good for five minutes, for this app. */
  #bearer(): string {
    const { issuerId, keyId, bundleId } = this.#account;
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuerId, iat: now, exp: now + tokenSec, aud: 'appstoreconnect-v1', bid: bundleId };
    return signEs256({ kid: keyId, typ: 'JWT' }, claims, this.#key);
  }

  /** @returns undefined where a transaction is not known */
  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Exchanged | undefined> {
    let answer: Exchanged;
    try {
      answer = await exchange(this.#account.url + path, {
        method,
        timeoutMs,
        headers: { authorization: `Bearer ${this.#bearer()}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new ChannelFailed('unreachable', 'the App Store cannot be reached', true, { cause: error });
    }
    if (answer.status === 200) return answer;
    const code = failure.safeParse(answer.body).data?.errorCode ?? String(answer.status);
    if (code === transactionNotFound) return undefined;
    const isPassing = answer.status === 429 || answer.status >= 500;
    throw new ChannelFailed(code, `the App Store answers ${answer.status}`, isPassing);
  }
}
