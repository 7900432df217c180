import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { recordOf } from '@wheelhouse/contract/object';

// JSON Web Signatures with ES256 (RFC 7515, 7518): the two halves of the signature one after the other, not in DER.

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string): Readonly<Record<string, unknown>> =>
  recordOf(JSON.parse(Buffer.from(part, 'base64url').toString()));

/** The compact form, signed with a private key of P-256. */
export function signEs256(header: object, claims: object, key: KeyObject): string {
  const signed = `${encoded({ alg: 'ES256', ...header })}.${encoded(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Key id and claims of a token that the other half of a private key opens; else undefined. */
export function readEs256(token: string, privateKey: string) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const key = createPublicKey(privateKey);
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) return undefined;
  const { kid } = decoded(header);
  return { kid, claims: decoded(claims) };
}
