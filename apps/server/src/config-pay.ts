import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, ownHosts, safeOrigin } from './config-parts.ts';
import { type AppleAccount, applePayVariables, readApplePay } from './config-pay-apple.ts';

// Payment channels: accounts of the real ones, or their sandboxes.

/** The variables of payment channels, as documented in docs/operations.md. */
export const payVariables = {
  ...applePayVariables,
  WECHAT_PAY_MCH_ID: z
    .string()
    .regex(/^\d{8,12}$/, 'must be the number of a merchant')
    .optional(),
  WECHAT_PAY_APP_ID: z
    .string()
    .regex(/^wx[0-9a-f]{16}$/, 'must be the id of an app, wx and 16 hex digits')
    .optional(),
  WECHAT_PAY_API_KEY: z
    .string()
    .regex(/^[!-~]{32}$/, 'must be an APIv3 key of 32 characters')
    .optional(),
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[0-9A-Fa-f]{16,40}$/, 'must be the serial number of the merchant’s certificate')
    .transform((text) => text.toUpperCase())
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: z.string().optional(),
  WECHAT_PAY_PLATFORM_KEYS: z.string().optional(),
  WECHAT_PAY_URL: safeOrigin.default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{16}$/, 'must be the id of an app, 16 digits')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, 'must be the number of a merchant, 2088 and 12 digits')
    .optional(),
  ALIPAY_PRIVATE_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  ALIPAY_URL: safeOrigin.default('https://openapi.alipay.com'),
};
type Given = z.output<z.ZodObject<typeof payVariables>> & { readonly PUBLIC_URL?: string | undefined };

/** A key that a channel signs with. */
export interface PlatformKey {
  readonly key: KeyObject;
  /** Of a certificate: it counts for nothing after it. */
  readonly until: Date | undefined;
}

/** A merchant of WeChat Pay. */
export interface WechatAccount {
  /** Without a path. */
  readonly url: string;
  readonly mchId: string;
  readonly appId: string;
  /** 32 ASCII characters. */
  readonly apiKey: string;
  /** Of the merchant's certificate, whose key signs what is asked. */
  readonly serial: string;
  readonly privateKey: KeyObject;
  /** By the serial number of a certificate, or the id of a public key (PUB_KEY_ID_…). */
  readonly platformKeys: ReadonlyMap<string, PlatformKey>;
}

/** A merchant's account at Alipay. */
export interface AlipayAccount {
  /** Without a path. */
  readonly url: string;
  readonly appId: string;
  /** The merchant's own number. */
  readonly sellerId: string;
  /** The merchant's RSA key, which signs what is asked. */
  readonly privateKey: KeyObject;
  /** Alipay's RSA key, which is not the one that belongs to the merchant's. */
  readonly publicKey: KeyObject;
}

export interface PayConfig {
  /** Absent: a sandbox is in its place. */
  readonly wechat: WechatAccount | undefined;
  readonly alipay: AlipayAccount | undefined;
  /** The App Store; absent: a sandbox. */
  readonly apple: AppleAccount | undefined;
}

/** @throws ConfigError, which repeats nothing of the file */
function privateKeyOf(name: string, file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file, 'utf8'));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Said below.
  }
  throw new ConfigError(`${name}: must be the path of a PEM file with an RSA key that can be read`);
}

const pems = z.record(z.string().regex(/^[\w-]{2,64}$/), z.string());

/** A certificate, or a public key that has an id instead. */
function platformKeyOf(id: string, pem: string): PlatformKey {
  if (id.startsWith('PUB_KEY_ID_')) return { key: createPublicKey(pem), until: undefined };
  const certificate = new X509Certificate(pem);
  if (certificate.serialNumber !== id) throw new Error('another certificate');
  return { key: certificate.publicKey, until: new Date(certificate.validTo) };
}

/** @throws ConfigError */
function platformKeysOf(name: string, file: string): ReadonlyMap<string, PlatformKey> {
  try {
    const read = Object.entries(pems.parse(JSON.parse(readFileSync(file, 'utf8'))));
    if (read.length > 0) return new Map(read.map(([id, pem]) => [id, platformKeyOf(id, pem)]));
  } catch {
    // Said below.
  }
  throw new ConfigError(
    `${name}: must be the path of a JSON file with the PEM of each public key under its id (PUB_KEY_ID_…), of each certificate under its serial number`,
  );
}

/** @throws ConfigError when an account is half configured, cannot be reached by call-backs, or would charge for orders of sample users */
function readWechat(v: Given, hasSamples: boolean): WechatAccount | undefined {
  const names = ['MCH_ID', 'APP_ID', 'API_KEY', 'SERIAL', 'PRIVATE_KEY', 'PLATFORM_KEYS'] as const;
  const given = names.filter((name) => v[`WECHAT_PAY_${name}`] !== undefined);
  const { WECHAT_PAY_MCH_ID: mchId, WECHAT_PAY_APP_ID: appId, WECHAT_PAY_API_KEY: apiKey, WECHAT_PAY_URL: url } = v;
  const { WECHAT_PAY_SERIAL: serial, WECHAT_PAY_PRIVATE_KEY: keyFile, WECHAT_PAY_PLATFORM_KEYS: keysFile } = v;
  if (given.length === 0) return undefined;
  if (!mchId || !appId || !apiKey || !serial || !keyFile || !keysFile)
    throw new ConfigError(
      `WECHAT_PAY_${names.find((name) => !given.includes(name))}: needed by WECHAT_PAY_${given[0]}`,
    );
  if (v.PUBLIC_URL === undefined)
    throw new ConfigError('PUBLIC_URL: needed by WECHAT_PAY_MCH_ID, which calls back to it');
  if (hasSamples && !ownHosts.has(new URL(url).hostname))
    throw new ConfigError('WECHAT_PAY_MCH_ID: SEED=demo makes orders of users who do not exist, set SEED=none');
  const privateKey = privateKeyOf('WECHAT_PAY_PRIVATE_KEY', keyFile);
  const platformKeys = platformKeysOf('WECHAT_PAY_PLATFORM_KEYS', keysFile);
  return { url, mchId, appId, apiKey, serial, privateKey, platformKeys };
}

const kinds = { PRIVATE: createPrivateKey, PUBLIC: createPublicKey };

/** A key out of a PEM file, or as Alipay's tool writes it, without the lines around. @throws ConfigError, which repeats nothing of the file */
function alipayKey(kind: keyof typeof kinds, file: string): KeyObject {
  try {
    const text = readFileSync(file, 'utf8').trim();
    const pem = text.startsWith('-----') ? text : `-----BEGIN ${kind} KEY-----\n${text}\n-----END ${kind} KEY-----`;
    const key = kinds[kind](pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Said below.
  }
  throw new ConfigError(`ALIPAY_${kind}_KEY: must be the path of a file with an RSA key that can be read`);
}

/** @throws ConfigError when an account is half configured, cannot be reached by call-backs, or would charge for orders of sample users */
function readAlipay(v: Given, hasSamples: boolean): AlipayAccount | undefined {
  const names = ['APP_ID', 'SELLER_ID', 'PRIVATE_KEY', 'PUBLIC_KEY'] as const;
  const given = names.filter((name) => v[`ALIPAY_${name}`] !== undefined);
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_URL: url } = v;
  const { ALIPAY_PRIVATE_KEY: keyFile, ALIPAY_PUBLIC_KEY: publicFile } = v;
  if (given.length === 0) return undefined;
  if (!appId || !sellerId || !keyFile || !publicFile)
    throw new ConfigError(`ALIPAY_${names.find((name) => !given.includes(name))}: needed by ALIPAY_${given[0]}`);
  if (v.PUBLIC_URL === undefined) throw new ConfigError('PUBLIC_URL: needed by ALIPAY_APP_ID, which calls back to it');
  if (hasSamples && !ownHosts.has(new URL(url).hostname))
    throw new ConfigError('ALIPAY_APP_ID: SEED=demo makes orders of users who do not exist, set SEED=none');
  const [privateKey, publicKey] = [alipayKey('PRIVATE', keyFile), alipayKey('PUBLIC', publicFile)];
  // Who takes his own public key for Alipay's takes anybody's word who has his key.
  if (createPublicKey(privateKey).equals(publicKey))
    throw new ConfigError('ALIPAY_PUBLIC_KEY: must be the key that Alipay shows for the app, not the app’s own');
  return { url, appId, sellerId, privateKey, publicKey };
}

/** @throws ConfigError */
export const readPay = (v: Given, hasSamples: boolean): PayConfig => ({
  wechat: readWechat(v, hasSamples),
  alipay: readAlipay(v, hasSamples),
  apple: readApplePay(v),
});
