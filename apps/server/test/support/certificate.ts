import { generateKeyPairSync } from 'node:crypto';
import { der, extension, issueCertificate } from '../../src/adapters/pay/apple/certificate.ts';

const dayMs = 86_400_000;
const name = 'wheelhouse test';

/** A certificate for 127.0.0.1, signed by itself, good for a day; PEM. */
export function selfSigned(now = Date.now()): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = issueCertificate({
    subject: name,
    issuer: name,
    publicKey,
    signedWith: privateKey,
    from: new Date(now - dayMs),
    until: new Date(now + dayMs),
    extensions: [extension('2.5.29.17', der(0x30, der(0x87, [127, 0, 0, 1])))],
  });
  const text = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
