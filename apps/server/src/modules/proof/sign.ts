import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonical } from '../../entity/approval/keep.ts';
import { derivedBytes } from '../../entity/seal.ts';
import type { Secrets } from '../../config.ts';

type Keys = Pick<Secrets, 'sealKey'>;

/** DER in front of the 32 bytes of an Ed25519 key (RFC 8410): private as PKCS#8, public as SPKI. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

const pairs = new WeakMap<Buffer, { readonly secret: KeyObject; readonly publicKey: Buffer }>();

function pairOf(keys: Keys) {
  let pair = pairs.get(keys.sealKey);
  if (pair === undefined) {
    const seed = derivedBytes(keys, 'proof');
    const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
    const der = createPublicKey(secret).export({ format: 'der', type: 'spki' });
    pair = { secret, publicKey: der.subarray(spki.length) };
    pairs.set(keys.sealKey, pair);
  }
  return pair;
}

/** The 32 bytes by which anybody checks what this installation signs; they follow from its sealing key. */
export const publicKeyOf = (keys: Keys): Buffer => pairOf(keys).publicKey;

/** SHA-256 of the canonical text of a content. */
export const hashOfContent = (content: object): Buffer => createHash('sha256').update(canonical(content)).digest();

export const signed = (keys: Keys, hash: Buffer): Buffer => sign(null, hash, pairOf(keys).secret);

/** `valid`; `otherKey`: by a key that is not this installation's (the sealing key was changed since); `broken`: something was changed. */
export type SignatureState = 'valid' | 'otherKey' | 'broken';

interface Signed {
  readonly hash: Buffer;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

/** Whether a content is the one that was signed, and by whom. */
export function stateOfSignature(keys: Keys, content: object, { hash, publicKey, signature }: Signed): SignatureState {
  if (!hashOfContent(content).equals(hash)) return 'broken';
  try {
    const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' });
    if (!verify(null, hash, key, signature)) return 'broken';
  } catch {
    return 'broken';
  }
  return publicKey.equals(publicKeyOf(keys)) ? 'valid' : 'otherKey';
}
