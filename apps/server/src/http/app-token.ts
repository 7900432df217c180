import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { App } from './context.ts';
import { id } from './kit.ts';

/**
 * Token of an app user, made when they sign in, here or at an account service of the app: a JWT, `{"alg":"HS256","typ":"JWT"}`, signed with
 * APP_TOKEN_KEY. Claims: `sub` the user's id, `ver` the version of their tokens (signing them out everywhere raises it), `aud` "app", `iat`
 * and `exp` in seconds.
 */
const claims = z.object({
  sub: id,
  ver: z.int(),
  aud: z.literal('app'),
  iat: z.int(),
  exp: z.int(),
});
export type AppClaims = z.output<typeof claims>;
const algorithm = z.object({ alg: z.literal('HS256') });

interface Keys {
  readonly config: Pick<App['config'], 'appTokenKey'>;
  readonly secrets: Pick<App['secrets'], 'sealKey'>;
}

/** A token may be good for so long at most; signing in again renews it. */
export const longestSec = 90 * 86_400;
/** Tolerance for the clocks of two services. */
const leewaySec = 60;
const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

/** By the key of the configuration: signing with bytes would make a key of them each time, which takes longer than signing. */
const made = new WeakMap<Buffer, KeyObject>();

function keyOf({ config: { appTokenKey }, secrets: { sealKey } }: Keys): KeyObject {
  const from = appTokenKey ?? sealKey;
  const known = made.get(from);
  if (known) return known;
  const bytes = appTokenKey ?? Buffer.from(hkdfSync('sha256', sealKey, '', 'wheelhouse app token', 32));
  const key = createSecretKey(bytes);
  made.set(from, key);
  return key;
}

const sign = (keys: Keys, text: string): Buffer => createHmac('sha256', keyOf(keys)).update(text).digest();
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

export function signAppToken(keys: Keys, user: Pick<AppClaims, 'sub' | 'ver'>, ttlSec: number, now: number): string {
  const iat = Math.floor(now / 1000);
  const text = `${header}.${encode({ ...user, aud: 'app', iat, exp: iat + ttlSec } satisfies AppClaims)}`;
  return `${text}.${sign(keys, text).toString('base64url')}`;
}

/** Reads a token. @returns its claims, `expired`, or undefined for a token not signed with our key */
export function readAppToken(keys: Keys, token: string, now: number): AppClaims | 'expired' | undefined {
  if (token.length > 2_048) return undefined;
  const [head = '', body = '', signature = '', more] = token.split('.');
  if (more !== undefined) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(keys, `${head}.${body}`);
  if (!algorithm.safeParse(decode(head)).success || given.length !== right.length || !timingSafeEqual(given, right))
    return undefined;
  const read = claims.safeParse(decode(body));
  if (!read.success) return undefined;
  const { iat, exp } = read.data;
  const seconds = now / 1000;
  if (iat > seconds + leewaySec || exp - iat > longestSec) return undefined;
  return exp <= seconds ? 'expired' : read.data;
}
