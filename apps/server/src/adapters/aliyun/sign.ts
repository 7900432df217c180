import { createHash, createHmac } from 'node:crypto';
import type { AliyunConfig } from '../../config-parts.ts';

// Aliyun's signature V3 (ACS3-HMAC-SHA256) of calls in the RPC style: the parameters are in the query, the path is `/`, the body is empty.

export const algorithm = 'ACS3-HMAC-SHA256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Percent-encoded as RFC 3986 says: all but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

/** The parameters in the order and form in which they are signed and sent. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .toSorted(byName)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

interface Signed {
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  /** Those that are signed, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The signature of a request, in hex. */
export function signatureOf(keySecret: string, { method, query, headers }: Signed): string {
  const signed = Object.entries(headers).toSorted(byName);
  const canonical = [
    method,
    '/',
    canonicalQuery(query),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    signed.map(([name]) => name).join(';'),
    headers['x-acs-content-sha256'] ?? '',
  ].join('\n');
  return createHmac('sha256', keySecret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex');
}

export interface AcsCall {
  readonly action: string;
  /** Of the service's interface, e.g. `2017-05-25`. */
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  readonly time: Date;
  /** Different for each request. */
  readonly nonce: string;
}

/** All headers of a signed POST. */
export function signedHeaders(
  { url, keyId, keySecret }: AliyunConfig,
  { action, version, query, time, nonce }: AcsCall,
): Readonly<Record<string, string>> {
  const headers = {
    host: new URL(url).host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': time.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).toSorted().join(';');
  const signature = signatureOf(keySecret, { method: 'POST', query, headers });
  return {
    ...headers,
    authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names},Signature=${signature}`,
  };
}
