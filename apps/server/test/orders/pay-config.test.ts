import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { selfSigned } from '../support/certificate.ts';

/** What an account of WeChat Pay is made of. */
const folder = mkdtempSync(join(tmpdir(), 'pay-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const { cert, key: curveKey } = selfSigned();
const keys = { PUB_KEY_ID_0119000001092026: publicKey, [new X509Certificate(cert).serialNumber]: cert };

const env = {
  WECHAT_PAY_MCH_ID: '1900000109',
  WECHAT_PAY_APP_ID: 'wxd678ef0567a06787',
  WECHAT_PAY_API_KEY: '0123456789abcdefghijklmnopqrstuv',
  WECHAT_PAY_SERIAL: '5157f09efdc096de15ebe81a47057a7232f1b8e1',
  WECHAT_PAY_PRIVATE_KEY: file('apiclient_key.pem', privateKey),
  WECHAT_PAY_PLATFORM_KEYS: file('platform.json', JSON.stringify(keys)),
  PUBLIC_URL: 'https://console.example',
  SEED: 'none',
};

test('an account has both kinds of keys at once, a certificate with its end', () => {
  const { wechat } = readConfig(env).pay;
  expect(wechat).toMatchObject({
    url: 'https://api.mch.weixin.qq.com',
    mchId: '1900000109',
    serial: env.WECHAT_PAY_SERIAL.toUpperCase(),
  });
  expect([...(wechat?.platformKeys ?? [])].map(([id, { until }]) => [id, until])).toEqual([
    ['PUB_KEY_ID_0119000001092026', undefined],
    [new X509Certificate(cert).serialNumber, new Date(new X509Certificate(cert).validTo)],
  ]);
  expect(readConfig({ SEED: 'none' }).pay.wechat).toBeUndefined();
});

test('an account that is not whole, cannot be called back or would charge sample users is refused by name', () => {
  const platform = (content: unknown) => ({
    ...env,
    WECHAT_PAY_PLATFORM_KEYS: file('wrong.json', JSON.stringify(content)),
  });
  for (const [name, wrong] of [
    ['WECHAT_PAY_API_KEY', { ...env, WECHAT_PAY_API_KEY: '' }],
    ['WECHAT_PAY_API_KEY', { ...env, WECHAT_PAY_API_KEY: 'short' }],
    ['WECHAT_PAY_APP_ID', { ...env, WECHAT_PAY_APP_ID: '1900000109' }],
    ['WECHAT_PAY_URL', { ...env, WECHAT_PAY_URL: 'http://api.mch.weixin.qq.com' }],
    ['WECHAT_PAY_PRIVATE_KEY', { ...env, WECHAT_PAY_PRIVATE_KEY: join(folder, 'nowhere.pem') }],
    ['WECHAT_PAY_PRIVATE_KEY', { ...env, WECHAT_PAY_PRIVATE_KEY: file('curve.pem', curveKey) }],
    ['WECHAT_PAY_PLATFORM_KEYS', platform({})],
    ['WECHAT_PAY_PLATFORM_KEYS', platform({ PUB_KEY_ID_1: 'no key' })],
    ['WECHAT_PAY_PLATFORM_KEYS', platform({ '5157F09EFDC096DE': cert })],
    ['PUBLIC_URL', { ...env, PUBLIC_URL: '' }],
    ['SEED', { ...env, SEED: 'demo' }],
  ] as const) {
    const read = () => readConfig(wrong);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(name));
  }
});
