import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Text } from '@wheelhouse/contract/lang';
import type { FirmwareKey } from '../../../config.ts';
import { firmwareKeyId } from '../../../config-parts.ts';
import type { App } from '../../../http/context.ts';
import { demoPublicKey, signWithDemoKey } from './demo-key.ts';

type Keeper = Pick<App, 'config' | 'secrets'>;

// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const spki = Buffer.from('302a300506032b6570032100', 'hex');

const publicOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' });

/** Signs a package of the demo. */
export const signDemo = ({ secrets }: Pick<App, 'secrets'>, sha256: string): string =>
  signWithDemoKey(secrets.sealKey, sha256);

const demoKeys = new WeakMap<object, readonly FirmwareKey[]>();

/** Keys that count here: those of the configuration. An installation without any accepts no firmware, unless it holds demo data. */
export function releaseKeys({ config, secrets }: Keeper): readonly FirmwareKey[] {
  if (config.firmwareKeys !== undefined) return config.firmwareKeys;
  if (config.seed !== 'demo') return [];
  const known = demoKeys.get(secrets);
  if (known !== undefined) return known;
  const publicKey = demoPublicKey(secrets.sealKey);
  const keys = [{ id: firmwareKeyId(publicKey), publicKey, from: new Date(0), until: new Date('2100-01-01') }];
  demoKeys.set(secrets, keys);
  return keys;
}

/** Whether packages that a key has signed may still be handed out: an expired key signs nothing new, one that was taken out is not trusted. */
export const isTrusted = (app: Keeper, keyId: string | null): boolean =>
  releaseKeys(app).some(({ id }) => id === keyId);

const unknown: Text = {
  zh: '签名与文件不符，或签名密钥未登记',
  en: 'The signature is not of this file, or its key is unknown',
};
const expired: Text = { zh: '签名密钥{key}不在有效期内', en: 'The key {key} is not valid now' };

/**
 * Checks a signature over the SHA-256 of a file with the keys that are valid now.
 * @param sha256 hex
 * @param signature Base64
 * @returns the key, or why the signature does not count
 */
export function checkSignature(
  app: Keeper,
  sha256: string,
  signature: string,
): { readonly keyId: string } | { readonly fault: Text; readonly key?: string } {
  const [digest, signed] = [Buffer.from(sha256, 'hex'), Buffer.from(signature, 'base64')];
  const key = releaseKeys(app).find(({ publicKey }) => verify(null, digest, publicOf(publicKey), signed));
  if (key === undefined) return { fault: unknown };
  const now = new Date();
  return key.from <= now && now < key.until ? { keyId: key.id } : { fault: expired, key: key.id };
}
