import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { authority, der, extension, issueCertificate } from './certificate.ts';
import { signEs256 } from './jws.ts';

// The keys and certificates of the stand-in for the App Store. They are made of a seed, so that all processes have the same.

/** Apple's marks: of the authority that signs for the App Store, and of what signs transactions and notifications. */
const marks = { intermediate: '1.2.840.113635.100.6.2.1', leaf: '1.2.840.113635.100.6.11.1' };
const none = der(0x05);
const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-12-31T00:00:00Z')];

/** A key of P-256 that follows from a seed. Below 2^255 every number but 0 is one. */
export function seededKey(seed: Buffer, name: string): KeyObject {
  const scalar = Buffer.from(hkdfSync('sha256', seed, '', `wheelhouse app store ${name}`, 32));
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const text = (part: Buffer): string => part.toString('base64url');
  const [x, y, d] = [text(point.subarray(1, 33)), text(point.subarray(33)), text(scalar)];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}

export interface AppleChain {
  /** DER of the certificate that everything leads to. */
  readonly root: Buffer;
  /** What the App Store would sign. */
  readonly sign: (claims: object) => string;
}

/** `isMarked`: with Apple's marks; without them it is a chain of certificates for something else. */
export function appleChain(seed: Buffer, { isMarked = true } = {}): AppleChain {
  const keys = {
    root: seededKey(seed, 'root'),
    middle: seededKey(seed, 'intermediate'),
    leaf: seededKey(seed, 'leaf'),
  };
  const names = { root: 'Sandbox Root CA', middle: 'Sandbox Intermediate CA', leaf: 'Sandbox App Store' };
  const common = { from, until };
  const marked = (mark: string): Buffer[] => (isMarked ? [extension(mark, none)] : []);
  const root = issueCertificate({
    ...common,
    subject: names.root,
    issuer: names.root,
    publicKey: createPublicKey(keys.root),
    signedWith: keys.root,
    extensions: [authority],
  });
  const middle = issueCertificate({
    ...common,
    subject: names.middle,
    issuer: names.root,
    publicKey: createPublicKey(keys.middle),
    signedWith: keys.root,
    extensions: [authority, ...marked(marks.intermediate)],
  });
  const leaf = issueCertificate({
    ...common,
    subject: names.leaf,
    issuer: names.middle,
    publicKey: createPublicKey(keys.leaf),
    signedWith: keys.middle,
    extensions: [extension('2.5.29.19', der(0x30)), ...marked(marks.leaf)],
  });
  const x5c = [leaf, middle, root].map((certificate) => certificate.toString('base64'));
  return { root, sign: (claims) => signEs256({ x5c }, claims, keys.leaf) };
}
