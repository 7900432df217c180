import { recordOf } from '@wheelhouse/contract/object';
import { createSign } from 'node:crypto';
import type { FcmConfig } from '../../config-parts.ts';
import { exchange } from '../partner/exchange.ts';
import { KeptToken, type Token } from '../partner/token.ts';
import { PushRefused } from './adapter.ts';

// OAuth 2.0 of a Google service account: a JWT that it signs (RS256, RFC 7523) is changed for an access token.

const timeoutMs = 10_000;
export const scope = 'https://www.googleapis.com/auth/firebase.messaging';
export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest that Google allows. */
const validSec = 3_600;
/** A token is renewed so long before it ends. */
const renewMs = 60_000;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signature of a JWS in its compact form, of `<header>.<payload>`. */
export const rs256 = (signed: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url');

/** The assertion of a service account, good for an hour. */
export function assertionOf({ clientEmail, keyId, privateKey, tokenUrl }: FcmConfig, nowSec: number): string {
  const header = base64url({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) });
  const claims = base64url({ iss: clientEmail, scope, aud: tokenUrl, iat: nowSec, exp: nowSec + validSec });
  return `${header}.${claims}.${rs256(`${header}.${claims}`, privateKey)}`;
}

/** @throws PushRefused: `credentials` when the key is refused, else `unavailable` */
async function askToken(config: FcmConfig): Promise<Token> {
  const asked = Date.now();
  const { status, body, retryAfterSec } = await exchange(config.tokenUrl, {
    method: 'POST',
    timeoutMs,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: grantType,
      assertion: assertionOf(config, Math.floor(asked / 1000)),
    }).toString(),
  }).catch(() => {
    throw new PushRefused('unavailable', false);
  });
  const { access_token: value, expires_in: seconds } = recordOf(body);
  if (status === 200 && typeof value === 'string' && typeof seconds === 'number')
    return { value, until: asked + seconds * 1000 - renewMs };
  throw new PushRefused(status >= 400 && status < 500 ? 'credentials' : 'unavailable', false, { retryAfterSec });
}

const kept = new WeakMap<FcmConfig, KeptToken>();

/** The access token of a service account, good for a minute at least. Its `value` throws PushRefused. */
export function accessToken(config: FcmConfig): KeptToken {
  const known = kept.get(config) ?? new KeptToken(() => askToken(config));
  kept.set(config, known);
  return known;
}
