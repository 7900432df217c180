import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { AppleAccount } from '../../../config-pay-apple.ts';
import type { Db } from '../../../db/pool.ts';
import { type HttpRequest, type SandboxAnswer, startHttpSandbox } from '../../partner/sandbox-server.ts';
import { readEs256 } from './jws.ts';
import { appleChain, seededKey } from './sandbox-chain.ts';
import { AppleStore, type KeptNotice, type Telling } from './sandbox-store.ts';

interface Options {
  /** Notifications are sent with the clock; else as they are told to. */
  readonly moves: boolean;
  /** Makes keys and certificates: the same in all processes. */
  readonly seed: Buffer;
  /** Where notifications go: at App Store Connect a setting of the app. */
  readonly noticeUrl: string;
}

/** The stand-in, and what opens its own door. */
export interface AppleSandbox {
  readonly account: AppleAccount;
  readonly controlKey: string;
}

const everyMs = 1_000;
const sendTimeoutMs = 5_000;
/** Apple takes any of these for "understood". */
const isTaken = (status: number): boolean => status >= 200 && status <= 206;

const answer = (body: object, status = 200): SandboxAnswer => ({ status, body });
const refusal = (status: number, errorCode: number, errorMessage: string): SandboxAnswer =>
  answer({ errorCode, errorMessage }, status);

const historyWish = z.object({ startDate: z.int(), endDate: z.int(), notificationType: z.string() });
const tellingShape = z.object({
  /** When it happens, or happened; absent: now. */
  time: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
  /** Seconds until it is told; null: never. */
  lateSec: z.int().min(0).nullable().default(0),
  /** Signed by somebody else. */
  forged: z.boolean().default(false),
});
const purchaseId = z.string().regex(/^2\d{15}$/);
const wishes = {
  buy: z.object({
    productId: z.string().min(1).max(255),
    appAccountToken: z.uuid().nullable().default(null),
    /** Thousandths; absent: what the product's name says. */
    price: z.int().min(0).optional(),
    currency: z.string().length(3).default('CNY'),
    ...tellingShape.shape,
  }),
  refund: z.object({
    transactionId: purchaseId,
    /** Thousandths of a percent; null: all. */
    percentage: z.int().min(1).max(100_000).nullable().default(null),
    ...tellingShape.shape,
  }),
  say: z.object({ type: z.string(), transactionId: purchaseId, ...tellingShape.shape }),
  send: z.object({ times: z.int().min(1).max(20).default(1) }),
};

const tellingOf = ({ time = new Date(), lateSec, forged }: z.output<typeof tellingShape>): Telling => ({
  time,
  lateSec,
  isForged: forged,
});

const listedFen = (productId: string): number => Number(/\.fen(\d{1,7})$/.exec(productId)?.[1] ?? 0);

class Sandbox {
  readonly account: Omit<AppleAccount, 'url'>;
  readonly controlKey = randomBytes(24).toString('base64url');
  readonly #store: AppleStore;
  readonly #noticeUrl: string;

  constructor(db: Db, { seed, noticeUrl }: Options) {
    const chain = appleChain(seed);
    this.#noticeUrl = noticeUrl;
    this.account = {
      environment: 'Sandbox',
      bundleId: 'sandbox.wheelhouse',
      appId: undefined,
      issuerId: '5a6e64b0-0000-4000-8000-000000000001',
      keyId: 'SANDBOXKEY',
      privateKey: String(seededKey(seed, 'api').export({ type: 'pkcs8', format: 'pem' })),
      roots: [chain.root],
      commission: 30,
    };
    this.#store = new AppleStore(db, this.account, chain);
  }

  async answer({ method, url, headers, text }: HttpRequest): Promise<SandboxAnswer> {
    const { pathname, searchParams } = url;
    const bearer = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (pathname.startsWith('/sandbox/'))
      return bearer === this.controlKey ? this.#control(pathname, JSON.parse(text)) : answer({}, 401);
    if (!this.#isOurs(bearer)) return answer({}, 401);
    const [, id] = /^\/inApps\/v1\/transactions\/(\d{1,18})$/.exec(pathname) ?? [];
    if (method === 'GET' && id !== undefined) {
      const signedTransactionInfo = await this.#store.transaction(id);
      return signedTransactionInfo === undefined
        ? refusal(404, 4_040_010, 'Transaction id not found.')
        : answer({ signedTransactionInfo });
    }
    if (method === 'POST' && pathname === '/inApps/v1/notifications/history')
      return this.#history(JSON.parse(text), searchParams.get('paginationToken'));
    return answer({}, 404);
  }

  /** Sends everything that is due, `times` copies of each at the same moment. @returns what the copies were answered */
  async send(times = 1): Promise<readonly (number | undefined)[]> {
    const sent: (number | undefined)[] = [];
    for (const notice of await this.#store.due()) {
      const statuses = await Promise.all(Array.from({ length: times }, () => this.#deliver(notice)));
      if (statuses.some((status) => status !== undefined && isTaken(status))) await this.#store.taken(notice.noticeId);
      sent.push(...statuses);
    }
    return sent;
  }

  /** A token of the app's own key that has not ended, for this app. */
  #isOurs(bearer: string): boolean {
    const { keyId, issuerId, bundleId, privateKey } = this.account;
    const token = readEs256(bearer, privateKey);
    if (token === undefined) return false;
    const { exp, iss, aud, bid } = token.claims;
    const isOpen = typeof exp === 'number' && exp * 1000 > Date.now();
    return isOpen && token.kid === keyId && iss === issuerId && aud === 'appstoreconnect-v1' && bid === bundleId;
  }

  async #history(body: unknown, token: string | null): Promise<SandboxAnswer> {
    const wish = historyWish.safeParse(body);
    if (!wish.success) return refusal(400, 4_000_000, 'Bad request.');
    const { startDate, endDate, notificationType: type } = wish.data;
    const [from, until] = [startDate, Math.min(endDate, Date.now())].map((at) => new Date(at));
    if (from === undefined || until === undefined || from >= until)
      return refusal(400, 4_000_013, 'Invalid request. The end date precedes the start date.');
    if (token !== null && !z.uuid().safeParse(token).success)
      return refusal(400, 4_000_014, 'Invalid request. The pagination token is invalid.');
    const { notices, hasMore } = await this.#store.history({ type, from, until, after: token });
    return answer({
      hasMore,
      ...(hasMore && { paginationToken: notices.at(-1)?.noticeId }),
      notificationHistory: notices.map(({ signedPayload }) => ({ signedPayload, sendAttempts: [] })),
    });
  }

  /**
   * What StoreKit and Apple's service do for people: `buy` is what the app does, `refund` what Apple grants, `say` any other notification, `send`
   * sends what is due.
   */
  async #control(pathname: string, wish: unknown): Promise<SandboxAnswer> {
    if (pathname === '/sandbox/buy') {
      const {
        productId,
        price = listedFen(productId) * 10,
        appAccountToken,
        currency,
        ...how
      } = wishes.buy.parse(wish);
      return answer((await this.#store.sell({ productId, price, appAccountToken, currency }, tellingOf(how))) ?? {});
    }
    if (pathname === '/sandbox/refund') {
      const { transactionId, percentage, ...how } = wishes.refund.parse(wish);
      return this.#told(await this.#store.giveBack(transactionId, percentage, tellingOf(how)));
    }
    if (pathname === '/sandbox/say') {
      const { type, transactionId, ...how } = wishes.say.parse(wish);
      return this.#told(await this.#store.say(type, transactionId, tellingOf(how)));
    }
    return pathname === '/sandbox/send'
      ? answer({ sent: await this.send(wishes.send.parse(wish).times) })
      : answer({}, 404);
  }

  #told(told: object | undefined): SandboxAnswer {
    return told === undefined ? answer({ error: 'no such purchase' }, 409) : answer(told);
  }

  async #deliver({ signedPayload }: KeptNotice): Promise<number | undefined> {
    const response = await fetch(this.#noticeUrl, {
      method: 'POST',
      signal: AbortSignal.timeout(sendTimeoutMs),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signedPayload }),
    }).catch(() => undefined);
    return response?.status;
  }
}

/**
 * A stand-in for the App Store on this machine: an HTTP server with the part of the App Store Server API that is used here, notifications with Apple's
 * times, and a chain of certificates of its own.
 */
export async function startAppleSandbox({ db, pool }: { db: Db; pool: Pool }, options: Options): Promise<AppleSandbox> {
  const sandbox = new Sandbox(db, options);
  const url = await startHttpSandbox((request) => sandbox.answer(request));
  if (options.moves) {
    const clock = setInterval(() => {
      sandbox.send().catch(() => {
        if (pool.ended) clearInterval(clock);
      });
    }, everyMs);
    clock.unref();
  }
  return { account: { url, ...sandbox.account }, controlKey: sandbox.controlKey };
}
