import { smsSignature } from '@wheelhouse/entities/templates/sms';
import { createHash, createPrivateKey } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';

// Pieces of config.ts: the refusal of a variable, and the settings of the services that deliver messages.

/** A variable of the environment that cannot be used. `message` is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const urlOf = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), {
    error: `must be a URL starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** A system of somebody else's: where it answers, and the Authorization header it wants. */
export interface PartnerConfig {
  readonly url: string;
  readonly authorization: string | undefined;
}

export const partnerOf = (url: string | undefined, authorization: string | undefined): PartnerConfig | undefined =>
  url === undefined ? undefined : { url: url.replace(/\/+$/, ''), authorization };

export const ownHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Keys, numbers and texts leave this machine over TLS alone. */
function isSafe(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  const isPlain = username === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && ownHosts.has(hostname)));
}
const safeUrl = z
  .string()
  .refine(isSafe, { error: 'must be a URL starting with https://, or http:// on this machine' })
  .transform((value) => value.replace(/\/+$/, ''));
/** Without a path: the signature holds none. */
export const safeOrigin = safeUrl.refine((value) => new URL(value).pathname === '/', { error: 'must have no path' });
/** Requests in a second, all processes together. */
export const rate = z.coerce.number().min(0.1).max(10_000);

/** The variables of push, SMS and voice, as documented in docs/operations.md. */
export const providerVariables = {
  FCM_CREDENTIALS: z.string().optional(),
  FCM_URL: safeUrl.default('https://fcm.googleapis.com'),
  ALIYUN_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\w.-]{8,128}$/, 'must be the id of an AccessKey')
    .optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().min(16, 'must be the secret of an AccessKey').optional(),
  SMS_SIGN: z.string().min(2).max(40).default(smsSignature.slice(1, -1)),
  SMS_TEMPLATE: z
    .string()
    .regex(/^SMS_\d{6,12}$/, 'must be the number of a template, e.g. SMS_123456')
    .optional(),
  SMS_URL: safeOrigin.default('https://dysmsapi.aliyuncs.com'),
  VOICE_TEMPLATE: z
    .string()
    .regex(/^TTS_\d{6,12}$/, 'must be the number of a voice template, e.g. TTS_123456')
    .optional(),
  VOICE_NUMBER: z
    .string()
    .regex(/^\d{5,16}$/, 'must be a telephone number')
    .optional(),
  VOICE_URL: safeOrigin.default('https://dyvmsapi.aliyuncs.com'),
  ONCE_CLIENT_ID: z.string().min(2).max(128).optional(),
  ONCE_CLIENT_SECRET: z.string().min(8, 'must be the secret of an API user').optional(),
  ONCE_URL: safeUrl.default('https://api.1nce.com/management-api'),
  ONCE_CARRIER: z.coerce.number().int().min(1).max(4).optional(),
  CARRIER_CALLBACK_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  CARRIER_RATE: rate.default(10),
  PUSH_RATE: rate.default(500),
  SMS_RATE: rate.default(50),
  VOICE_RATE: rate.default(5),
};
type Given = z.output<z.ZodObject<typeof providerVariables>>;

/** A Firebase project, and the service account that sends in its name. */
export interface FcmConfig {
  /** Without a slash at the end. */
  readonly url: string;
  readonly projectId: string;
  readonly clientEmail: string;
  /** PEM of an RSA key. */
  readonly privateKey: string;
  readonly keyId: string | undefined;
  /** Where the service account gets its access tokens. */
  readonly tokenUrl: string;
}

/** A service of Aliyun, and the AccessKey that opens it. */
export interface AliyunConfig {
  /** Without a slash at the end. */
  readonly url: string;
  readonly keyId: string;
  readonly keySecret: string;
}

export interface SmsConfig extends AliyunConfig {
  /** Stands in front of every text, in 【】. */
  readonly sign: string;
  /** For messages without a template of their own: its text is the variable `content`. */
  readonly template: string;
}

export interface VoiceConfig extends AliyunConfig {
  /** Its text is the variable `content`. */
  readonly template: string;
  /** Shown to the person called; absent: a number of Aliyun's. */
  readonly number: string | undefined;
}

/** An account of 1NCE, and the carrier (D:Carrier) whose cards are reached through it. */
export interface OnceConfig {
  /** Without a slash at the end. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly carrier: number;
}

/** Interfaces of carriers; a carrier without one has a sandbox in its place. */
export interface Carriers {
  readonly once: OnceConfig | undefined;
  /** With which carriers sign their calls; absent: none is taken. */
  readonly callbackKey: string | undefined;
  /** Requests in a second to each carrier, all processes together. */
  readonly perSecond: number;
}

/** Services that deliver messages, and carriers of SIM cards; an absent one has a sandbox in its place. */
export interface Providers {
  readonly carriers: Carriers;
  readonly fcm: FcmConfig | undefined;
  readonly sms: SmsConfig | undefined;
  readonly voice: VoiceConfig | undefined;
  /** Requests in a second, all processes together. */
  readonly rates: { readonly push: number; readonly sms: number; readonly voice: number };
}

/** A key that firmware is released with. Its private half is never here. */
export interface FirmwareKey {
  /** First 16 hex digits of the SHA-256 of the 32 bytes. */
  readonly id: string;
  /** The 32 bytes of an Ed25519 public key. */
  readonly publicKey: Buffer;
  readonly from: Date;
  readonly until: Date;
}

const keyList = z
  .array(
    z.object({
      publicKey: z.base64().transform((text) => Buffer.from(text, 'base64')),
      from: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      until: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  )
  .min(1);

/** No more than the old key and its successor at any time. */
const mostAtOnce = 2;

/**
 * The release keys of FIRMWARE_KEYS, a JSON file: `[{ "publicKey": "<base64 of 32 bytes>", "from": "2026-01-01T00:00:00+08:00", "until": "…" }]`.
 * @throws ConfigError
 */
export function readFirmwareKeys(file: string | undefined): readonly FirmwareKey[] | undefined {
  if (file === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError('FIRMWARE_KEYS: must be the path of a JSON file that can be read');
  }
  const read = keyList.safeParse(content);
  if (!read.success) throw new ConfigError('FIRMWARE_KEYS: must list publicKey, from and until of each key');
  const keys = read.data;
  if (keys.some(({ publicKey, from, until }) => publicKey.length !== 32 || from >= until))
    throw new ConfigError('FIRMWARE_KEYS: a public key has 32 bytes, and a key ends after it begins');
  const crowded = keys.some(
    ({ from }) => keys.filter((one) => one.from <= from && from < one.until).length > mostAtOnce,
  );
  if (crowded) throw new ConfigError(`FIRMWARE_KEYS: at most ${mostAtOnce} keys are valid at once`);
  return keys.map((key) => ({ ...key, id: firmwareKeyId(key.publicKey) }));
}

/** @throws ConfigError where it is not the whole path of a program that this process may run */
export function readProgram(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    if (!isAbsolute(path)) throw new Error('its folder is not named');
    accessSync(path, constants.X_OK);
  } catch {
    throw new ConfigError(`${name}: must be the whole path of a program that can be run`);
  }
  return path;
}

export const firmwareKeyId = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

const serviceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z][a-z0-9-]{3,62}$/),
  private_key_id: z.string().optional(),
  private_key: z.string().refine(isRsaKey),
  client_email: z.email(),
  token_uri: safeUrl,
});

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** @throws ConfigError, which repeats nothing of the file */
function fcmOf(file: string, url: string): FcmConfig {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError('FCM_CREDENTIALS: must be the path of a JSON file that can be read');
  }
  const read = serviceAccount.safeParse(content);
  if (!read.success) {
    const field = String(read.error.issues[0]?.path[0] ?? 'content');
    throw new ConfigError(`FCM_CREDENTIALS: the file is no service account: ${field} is missing or wrong`);
  }
  const { project_id, private_key_id, private_key, client_email, token_uri } = read.data;
  return {
    url,
    projectId: project_id,
    clientEmail: client_email,
    privateKey: private_key,
    keyId: private_key_id,
    tokenUrl: token_uri,
  };
}

/** Sample users have numbers that are somebody's. @throws ConfigError for a service that would reach them */
function refuseStrangers({ sms, voice }: Pick<Providers, 'sms' | 'voice'>): void {
  for (const [name, service] of [
    ['SMS_TEMPLATE', sms],
    ['VOICE_TEMPLATE', voice],
  ] as const)
    if (service !== undefined && !ownHosts.has(new URL(service.url).hostname))
      throw new ConfigError(`${name}: SEED=demo makes users whose numbers belong to strangers, set SEED=none`);
}

/** @throws ConfigError when a service is half configured, or would reach the numbers of sample users */
export function readProviders(v: Given, hasSamples: boolean): Providers {
  const { ALIYUN_ACCESS_KEY_ID: keyId, ALIYUN_ACCESS_KEY_SECRET: keySecret, SMS_TEMPLATE, VOICE_TEMPLATE } = v;
  const rates = { push: v.PUSH_RATE, sms: v.SMS_RATE, voice: v.VOICE_RATE };
  const carriers = readCarriers(v, hasSamples);
  const fcm = v.FCM_CREDENTIALS === undefined ? undefined : fcmOf(v.FCM_CREDENTIALS, v.FCM_URL);
  if ((keyId === undefined) !== (keySecret === undefined))
    throw new ConfigError('ALIYUN_ACCESS_KEY_ID and ALIYUN_ACCESS_KEY_SECRET: give both or neither');
  if (keyId === undefined || keySecret === undefined) {
    const needing = SMS_TEMPLATE === undefined ? VOICE_TEMPLATE && 'VOICE_TEMPLATE' : 'SMS_TEMPLATE';
    if (needing) throw new ConfigError(`ALIYUN_ACCESS_KEY_ID: needed by ${needing}`);
    return { fcm, sms: undefined, voice: undefined, rates, carriers };
  }
  if (SMS_TEMPLATE === undefined && VOICE_TEMPLATE === undefined)
    throw new ConfigError('SMS_TEMPLATE or VOICE_TEMPLATE: needed by ALIYUN_ACCESS_KEY_ID');
  const key = { keyId, keySecret };
  const sms =
    SMS_TEMPLATE === undefined ? undefined : { ...key, url: v.SMS_URL, sign: v.SMS_SIGN, template: SMS_TEMPLATE };
  const voice =
    VOICE_TEMPLATE === undefined
      ? undefined
      : { ...key, url: v.VOICE_URL, template: VOICE_TEMPLATE, number: v.VOICE_NUMBER };
  if (hasSamples) refuseStrangers({ sms, voice });
  return { fcm, sms, voice, rates, carriers };
}

/** @throws ConfigError when an account is half configured, or sample cards would be changed at a carrier */
function readCarriers(v: Given, hasSamples: boolean): Carriers {
  const { ONCE_CLIENT_ID: clientId, ONCE_CLIENT_SECRET: clientSecret, ONCE_URL: url, ONCE_CARRIER: carrier } = v;
  const common = { perSecond: v.CARRIER_RATE, callbackKey: v.CARRIER_CALLBACK_KEY };
  if (clientId === undefined && clientSecret === undefined) return { once: undefined, ...common };
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError('ONCE_CLIENT_ID and ONCE_CLIENT_SECRET: give both or neither');
  if (carrier === undefined) throw new ConfigError('ONCE_CARRIER: needed by ONCE_CLIENT_ID');
  if (hasSamples && !ownHosts.has(new URL(url).hostname))
    throw new ConfigError('ONCE_CLIENT_ID: SEED=demo makes cards that are somebody else’s, set SEED=none');
  return { once: { url, clientId, clientSecret, carrier }, ...common };
}
