import { createHash, timingSafeEqual } from 'node:crypto';
import type { AliyunConfig } from '../../config-parts.ts';
import type { HttpRequest } from '../partner/sandbox-server.ts';
import { algorithm, signatureOf } from './sign.ts';

/** Difference of clocks that Aliyun accepts. */
const skewMs = 15 * 60_000;
const needed = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
] as const;

/** Status and code of a refusal. */
export type Refused = readonly [status: number, code: string];

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Whether a value comes for the first time in `ms`; older ones are forgotten. */
function onceWithin(ms: number): (value: string) => boolean {
  let [recent, earlier] = [new Set<string>(), new Set<string>()];
  let since = Date.now();
  return (value) => {
    if (Date.now() - since > ms) [earlier, recent, since] = [recent, new Set<string>(), Date.now()];
    const isNew = !recent.has(value) && !earlier.has(value);
    recent.add(value);
    return isNew;
  };
}

/** Checks signatures as Aliyun does: key, time, nonce, body and all that is signed. */
export function makeSignatureCheck({ keyId, keySecret }: Pick<AliyunConfig, 'keyId' | 'keySecret'>) {
  const isNew = onceWithin(2 * skewMs);
  return ({ method, url, headers, text }: HttpRequest): Refused | undefined => {
    const [, credential, names = '', signature = ''] =
      new RegExp(`^${algorithm} Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$`).exec(
        headers.authorization ?? '',
      ) ?? [];
    if (credential === undefined) return [400, 'IncompleteSignature'];
    if (credential !== keyId) return [404, 'InvalidAccessKeyId.NotFound'];
    const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name] ?? '')]));
    if (needed.some((name) => !signed[name])) return [400, 'IncompleteSignature'];
    const { 'x-acs-date': date = '', 'x-acs-signature-nonce': nonce = '', 'x-acs-content-sha256': hash } = signed;
    if (!(Math.abs(Date.now() - Date.parse(date)) < skewMs)) return [400, 'InvalidTimeStamp.Expired'];
    const expected = signatureOf(keySecret, { method, query: Object.fromEntries(url.searchParams), headers: signed });
    const isWhole = hash === createHash('sha256').update(text).digest('hex');
    if (!isWhole || !isSame(signature, expected)) return [400, 'SignatureDoesNotMatch'];
    return isNew(nonce) ? undefined : [400, 'SignatureNonceUsed'];
  };
}
