import { isRecord, recordOf, textOrNull } from '@wheelhouse/contract/object';
import type { AlipayAccount } from '../../../config-pay.ts';
import { exchangeBytes, type Bytes } from '../../partner/exchange.ts';
import { ChannelFailed } from '../adapter.ts';
import { answerName, gatewayPath, isRsa2, rawObject, signedRequest } from './wire.ts';

const timeoutMs = 15_000;

/** A signed answer of the gateway. */
export interface Answer {
  readonly isDone: boolean;
  /** Why not: the finer code where there is one, else the coarse one; `10000` where it is done. */
  readonly code: string;
  /** The same in words. */
  readonly why: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asking again may help: Alipay is busy or broken, or the merchant's balance is short for the moment. */
const passing: ReadonlySet<string> = new Set([
  '20000',
  'isp.unknow-error',
  'isv.app-call-limited',
  'isv.method-call-limited',
  'ACQ.SYSTEM_ERROR',
  'ACQ.SELLER_BALANCE_NOT_ENOUGH',
]);

const codeOf = ({ code, sub_code: finer }: Readonly<Record<string, unknown>>): string =>
  [finer, code]
    .find((one): one is string => typeof one === 'string' && /^[\w.-]{1,64}$/.test(one))
    ?.replace(/^aop\./, '') ?? 'unreadable';

/** What the gateway refuses. */
export const failureOf = (method: string, code: string): ChannelFailed =>
  new ChannelFailed(code, `${method}: ${code}`, passing.has(code));

/** An answer that is not signed by Alipay, or that cannot be read, says nothing: what was done is not known. */
export const unknownOutcome = (method: string, code: 'unverified' | 'unreadable'): ChannelFailed =>
  new ChannelFailed(code, `${method}: ${code}`, true);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws ChannelFailed unreachable */
export async function reach(what: string, ask: () => Promise<Bytes>): Promise<Bytes> {
  const failed = (why: string, cause?: unknown): ChannelFailed =>
    new ChannelFailed('unreachable', `${what}: ${why}`, true, { cause });
  const answer = await ask().catch((error: unknown) => {
    throw failed('no answer', error);
  });
  if (answer.status !== 200) throw failed(`status ${answer.status}`);
  return answer;
}

/** Asks the gateway. @throws ChannelFailed it is not reached, does not sign what it answers, or does not take the request */
export async function askGateway(account: AlipayAccount, method: string, content: object): Promise<Answer> {
  const { biz_content = '', ...query } = signedRequest(account, method, { content: JSON.stringify(content) });
  // As its own libraries send it: it reads the charset from the address.
  const { bytes } = await reach(method, () =>
    exchangeBytes(`${account.url}${gatewayPath}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      timeoutMs,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: new URLSearchParams({ biz_content }).toString(),
    }),
  );
  const text = bytes.toString();
  const { sign, error_response: refusal } = recordOf(jsonOf(text));
  if (isRecord(refusal)) throw failureOf(method, codeOf(refusal));
  const signed = rawObject(text, answerName(method));
  if (signed === undefined || typeof sign !== 'string' || !isRsa2(signed, sign, account.publicKey))
    throw unknownOutcome(method, 'unverified');
  // Of what is signed, and of nothing else that has its name.
  const body = recordOf(jsonOf(signed));
  const { code, sub_msg: why } = body;
  return { isDone: code === '10000', code: codeOf(body), why: textOrNull(why), body };
}
