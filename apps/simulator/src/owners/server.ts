import type { Calls } from '@wheelhouse/contract/calls';
import type { Envelope } from '@wheelhouse/contract/envelope';
import { isRecord, ownJson, recordOf } from '@wheelhouse/contract/object';
import type { Random } from '../random.ts';

/** A call of the owners' app. */
export type AppKey = Extract<keyof Calls, `${string} /app/v1/${string}`>;

/** Whose phone asks. */
export interface Caller {
  readonly token: string;
  /** User agent. */
  readonly agent: string;
}

/** The server said no; the message has its code. */
export class Refused extends Error {}
/** The token is not good: expired, withdrawn, or of a user who is frozen or gone. */
export class SignedOut extends Error {}
/** The server is away or has too much to do. */
export class Away extends Error {}

const timeoutMs = 10_000;
/** Without an answer nobody asks for this long, then for twice as long, and so on. */
const [firstPauseMs, longestPauseMs] = [5_000, 300_000];

function readEnvelope<Data>(text: string): Envelope<Data> | undefined {
  try {
    const read = ownJson<Envelope<Data>>(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The server of the owners' app, as phones reach it: over HTTP, by its address. All phones share the pause after a failure. */
export class AppServer {
  readonly #url: string;
  readonly #random: Random;
  readonly #clock: () => number;
  #failures = 0;
  #awayUntil = 0;

  /** @param clock milliseconds since 1970 */
  constructor(url: string, random: Random, clock: () => number = Date.now) {
    this.#url = url;
    this.#random = random;
    this.#clock = clock;
  }

  /** It has failed, and is left alone for now. */
  get away(): boolean {
    return this.#clock() < this.#awayUntil;
  }

  /**
   * Makes a call.
   * @throws Refused, SignedOut or Away
   */
  async ask<const K extends AppKey>(caller: Caller, key: K, input: Calls[K]['input']): Promise<Calls[K]['output']> {
    const [method = '', path = ''] = key.split(' ');
    const url = new URL(path, this.#url);
    const headers = { authorization: `Bearer ${caller.token}`, 'user-agent': caller.agent, 'accept-language': 'zh-CN' };
    if (method === 'GET')
      for (const [name, value] of Object.entries(recordOf(input)))
        if (value !== undefined) url.searchParams.set(name, String(value));
    const { status, text } = await this.#send(
      url,
      method === 'GET'
        ? { headers }
        : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input) },
    );
    if (status === 401) throw new SignedOut();
    const answer = readEnvelope<Calls[K]['output']>(text);
    if (answer === undefined || answer.code !== 0) throw new Refused(`${key}: ${answer?.code ?? status}`);
    return answer.data;
  }

  /**
   * Opens an address of the server in the browser of a phone. Redirects are not followed: they lead to other hosts.
   * @throws Refused or Away
   */
  async open({ agent }: Pick<Caller, 'agent'>, path: string): Promise<void> {
    const { status } = await this.#send(new URL(path, this.#url), {
      headers: { 'user-agent': agent, accept: 'text/html' },
    });
    if (status >= 400) throw new Refused(`${path}: ${status}`);
  }

  async #send(url: URL, init: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
    if (this.away) throw new Away();
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      if (response.status < 500 && response.status !== 429) {
        this.#failures = 0;
        return { status: response.status, text };
      }
    } catch {
      // No answer counts like a failure of the server.
    }
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures++;
    this.#awayUntil = this.#clock() + pause * this.#random.between(0.75, 1.25);
    throw new Away();
  }
}
