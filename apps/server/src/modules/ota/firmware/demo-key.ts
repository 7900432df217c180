import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto';

// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicBytes = 32;

/** The key that packages of the demo are signed with. It follows from the installation's own secret and counts with demo data alone. */
function demoKey(sealKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', sealKey, '', 'wheelhouse demo firmware', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

/** Its public half, as release keys are written. */
export const demoPublicKey = (sealKey: Buffer): Buffer =>
  createPublicKey(demoKey(sealKey)).export({ format: 'der', type: 'spki' }).subarray(-publicBytes);

/**
 * Signs a package of the demo.
 * @param sha256 hex
 * @returns Base64
 */
export const signWithDemoKey = (sealKey: Buffer, sha256: string): string =>
  sign(null, Buffer.from(sha256, 'hex'), demoKey(sealKey)).toString('base64');
