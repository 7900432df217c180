import type { z } from 'zod';
import type { WechatAccount } from '../../../config-pay.ts';
import { type Bytes, exchangeBytes } from '../../partner/exchange.ts';
import { ChannelFailed } from '../adapter.ts';
import { refusalCode } from './answers.ts';
import { authorization, whyForeign } from './wire.ts';

const timeoutMs = 10_000;
const downloadTimeoutMs = 120_000;
const passing: ReadonlySet<string> = new Set(['SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'BANK_ERROR']);

interface Question {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: object;
}

/** What went wrong, in a few words: nothing of the answer but its code. */
const failure = (code: string, isPassing: boolean, cause?: unknown): ChannelFailed =>
  new ChannelFailed(code, `WeChat Pay: ${code}`, isPassing, { cause });

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** During a switch answers are signed with the key that is asked for. */
function wantedKey({ platformKeys }: WechatAccount): Readonly<Record<string, string>> {
  const ids = [...platformKeys.keys()];
  const id = ids.find((one) => one.startsWith('PUB_KEY_ID_')) ?? ids[0];
  return id === undefined ? {} : { 'wechatpay-serial': id };
}

/** Sends a signed request. @throws ChannelFailed where it is refused, or nobody answers */
async function send(account: WechatAccount, origin: string, { method, path, body }: Question): Promise<Bytes> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = await exchangeBytes(origin + path, {
    method,
    timeoutMs: path.startsWith('/v3/billdownload/') ? downloadTimeoutMs : timeoutMs,
    headers: {
      authorization: authorization({ method, path, body: text }, account),
      'content-type': 'application/json',
      ...wantedKey(account),
    },
    ...(body !== undefined && { body: text }),
  }).catch((error: unknown) => {
    throw failure('unreachable', true, error);
  });
  if (answer.status === 200 || answer.status === 204) return answer;
  // A refusal is often not signed: it only says that nothing was done, or to ask again.
  const code = refusalCode(jsonOf(answer.bytes), answer.status);
  throw failure(code, answer.status >= 500 || answer.status === 429 || passing.has(code));
}

/**
 * Asks, and reads an answer that the platform has signed.
 * @throws ChannelFailed; where what came is not the platform's, or cannot be read, it is not known what was done
 */
export async function ask<Shape extends z.ZodType>(
  account: WechatAccount,
  question: Question,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { bytes, headers } = await send(account, account.url, question);
  const foreign = whyForeign({ header: (name) => headers.get(name) ?? undefined, body: bytes }, account.platformKeys);
  if (foreign !== undefined) throw failure('unverified', true, new Error(foreign.said));
  const read = shape.safeParse(jsonOf(bytes));
  if (!read.success) throw failure('unreadable', true, read.error);
  return read.data;
}

/** A file, which is not signed: its hash was. @throws ChannelFailed */
export async function download(account: WechatAccount, url: string): Promise<Buffer> {
  const { origin, pathname, search } = new URL(url);
  return (await send(account, origin, { method: 'GET', path: pathname + search })).bytes;
}
