import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
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

interface Keys {
  readonly config: Pick<App['config'], 'appTokenKey'>;
  readonly secrets: Pick<App['secrets'], 'sealKey'>;
}

/** A token may be good for so long at most; signing in again renews it. */
export const longestSec = 90 * 86_400;
/** Tolerance for the clocks of two services. */
const leewaySec = 60;
const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

const derived = new WeakMap<Buffer, Buffer>();

function keyOf({ config, secrets }: Keys): Buffer {
  if (config.appTokenKey) return config.appTokenKey;
  let key = derived.get(secrets.sealKey);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secrets.sealKey, '', 'wheelhouse app token', 32));
    derived.set(secrets.sealKey, key);
  }
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
  const algorithm = z.object({ alg: z.literal('HS256') }).safeParse(decode(head));
  const given = Buffer.from(signature, 'base64url');
  const right = sign(keys, `${head}.${body}`);
  if (!algorithm.success || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const read = claims.safeParse(decode(body));
  if (!read.success) return undefined;
  const { iat, exp } = read.data;
  const seconds = now / 1000;
  if (iat > seconds + leewaySec || exp - iat > longestSec) return undefined;
  return exp <= seconds ? 'expired' : read.data;
}
