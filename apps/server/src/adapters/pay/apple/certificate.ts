import { type KeyObject, sign } from 'node:crypto';

// X.509 certificates in DER, for stand-ins alone: Node reads them and writes none.

const length = (n: number): number[] => (n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 0xff]);
/** A DER element. */
export function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...length(body.length)]), body]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);

/** An arc in base 128, the highest digit first; all but the last have the top bit. */
function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, [first * 40 + second, ...rest.flatMap(base128)]);
}

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));
const nameOf = (common: string): Buffer =>
  sequence(der(0x31, sequence(identifier('2.5.4.3'), der(0x0c, Buffer.from(common)))));
/** UTCTime: years until 2049. */
const utc = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** An extension of a certificate; `value` is DER. */
export const extension = (dotted: string, value: Buffer): Buffer => sequence(identifier(dotted), der(0x04, value));
/** Its key may sign certificates. */
export const authority: Buffer = extension('2.5.29.19', sequence(der(0x01, [0xff])));

interface Certificate {
  /** Common names. */
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  /** The issuer's, of an elliptic curve. */
  readonly signedWith: KeyObject;
  readonly from: Date;
  /** Before 2050. */
  readonly until: Date;
  readonly extensions: readonly Buffer[];
}

/** @returns the certificate in DER */
export function issueCertificate({ subject, issuer, publicKey, signedWith, ...rest }: Certificate): Buffer {
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(utc(rest.from), utc(rest.until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...rest.extensions)),
  );
  return sequence(body, ecdsaWithSha256, der(0x03, [0], sign('sha256', body, signedWith)));
}
