import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Mask } from '@wheelhouse/entities/fields';

/** What is stored of a private value: sealed, a keyed hash for equality, and the masked text that everybody may see. */
export interface Sealed {
  readonly enc: Buffer;
  readonly hash: Buffer;
  readonly mask: string;
}

interface Keys {
  readonly sealKey: Buffer;
}

interface Derived {
  readonly seal: KeyObject;
  readonly hash: KeyObject;
  readonly fingerprint: KeyObject;
  /** For nonces: to ask for each by itself takes a quarter of the time of sealing. */
  random: Buffer;
}

/** Made once: of bytes, each use would make a key first. */
const derived = new WeakMap<Buffer, Derived>();

function keysOf({ sealKey }: Keys): Derived {
  let keys = derived.get(sealKey);
  if (!keys) {
    const derive = (use: string) => createSecretKey(derivedBytes({ sealKey }, use));
    keys = { seal: derive('seal'), hash: derive('hash'), fingerprint: derive('fingerprint'), random: Buffer.alloc(0) };
    derived.set(sealKey, keys);
  }
  return keys;
}

/** Tells this key from others, and nothing about it. */
export function fingerprintOf(keys: Keys): Buffer {
  return createHmac('sha256', keysOf(keys).fingerprint).update('sealing key').digest();
}

/** 32 bytes for a key of another kind (`use`), which tell nothing about the sealing key. */
export const derivedBytes = ({ sealKey }: Keys, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sealKey, '', `wheelhouse ${use}`, 32));

const compound = new Set([
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '司徒',
  '夏侯',
  '端木',
  '南宫',
]);

/** Two letters of an email address at most, and never its whole name. */
function emailMask(value: string): string {
  const [name = ''] = value.split('@');
  const letters = [...name];
  return `${letters.slice(0, Math.min(2, letters.length - 1)).join('')}***`;
}

const masks: Readonly<Record<Mask, (value: string) => string>> = {
  // A contact may be an email address as well.
  mobile: (v) => (v.includes('@') ? emailMask(v) : v.length >= 7 ? `${v.slice(0, 3)}****${v.slice(-4)}` : '****'),
  name: (v) => {
    const letters = [...v];
    const shown = compound.has(letters.slice(0, 2).join('')) && letters.length > 2 ? 2 : 1;
    return letters.slice(0, shown).join('') + '*'.repeat(Math.max(1, Math.min(2, letters.length - shown)));
  },
  idNumber: (v) => `${v.slice(0, 3)}***********${v.slice(-4)}`,
  address: (v) =>
    /^(.*?(?:省|自治区|特别行政区))?(.*?(?:市|自治州|地区|盟))?(.*?(?:区|县|旗|市))?/.exec(v)?.[0] || '***',
};

/** The masked text of a private value. */
export function maskOf(mask: Mask, value: string): string {
  return masks[mask](value);
}

/** Keyed hash of a value: equal values are found without being readable. */
export function hashOf(keys: Keys, value: string): Buffer {
  return createHmac('sha256', keysOf(keys).hash).update(value.normalize('NFC')).digest().subarray(0, 16);
}

const nonceBytes = 12;
/** Bytes that were given to nobody before. */
function freshNonce(keys: Derived): Buffer {
  if (keys.random.length < nonceBytes) keys.random = randomBytes(nonceBytes * 256);
  const nonce = keys.random.subarray(0, nonceBytes);
  keys.random = keys.random.subarray(nonceBytes);
  return nonce;
}

/** Seals a private value (AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag). */
export function seal(keys: Keys, mask: Mask, value: string): Sealed {
  const derivedKeys = keysOf(keys);
  const nonce = freshNonce(derivedKeys);
  const cipher = createCipheriv('aes-256-gcm', derivedKeys.seal, nonce);
  const enc = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { enc, hash: hashOf(keys, value), mask: maskOf(mask, value) };
}

/**
 * The value behind a sealed one. Only for a logged reveal, an allowed export, or sending to its owner.
 * @throws when the key is not the one it was sealed with, or the bytes were changed
 */
export function unseal(keys: Keys, enc: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keysOf(keys).seal, enc.subarray(0, nonceBytes));
  decipher.setAuthTag(enc.subarray(-16));
  return decipher.update(enc.subarray(nonceBytes, -16), undefined, 'utf8') + decipher.final('utf8');
}
