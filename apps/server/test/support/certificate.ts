import { generateKeyPairSync, sign } from 'node:crypto';

const length = (n: number): number[] => (n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 0xff]);
/** A DER element. */
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...length(body.length)]), body]);
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const name = sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), der(0x0c, Buffer.from('wheelhouse test')))));
const utc = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const dayMs = 86_400_000;

/** A certificate for 127.0.0.1, signed by itself, good for a day; PEM. */
export function selfSigned(now = Date.now()): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const address = der(0x30, der(0x87, [127, 0, 0, 1]));
  const extensions = der(0xa3, sequence(sequence(der(0x06, [0x55, 0x1d, 0x11]), der(0x04, address))));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(utc(new Date(now - dayMs)), utc(new Date(now + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, [0], sign('sha256', body, privateKey));
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
