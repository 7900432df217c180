import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { codes } from '@wheelhouse/entities/codes';
import type { WechatAccount } from '../../../config-pay.ts';
import type { Db } from '../../../db/pool.ts';
import { sandboxKey } from '../sandbox/keys.ts';

const makePair = promisify(generateKeyPair);

/** A key that the platform signs with, and its name. */
export interface SigningKey {
  readonly serial: string;
  readonly privateKey: KeyObject;
}

/** Both sides of the sandbox: its merchant, and the keys of the platform. */
export interface SandboxSides {
  readonly account: Omit<WechatAccount, 'url'>;
  readonly certificate: SigningKey;
  readonly publicKey: SigningKey;
  /** One that the merchant does not know. */
  readonly successor: SigningKey;
}

async function rsaPem(): Promise<string> {
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
const serialNo = (): string => randomBytes(20).toString('hex').toUpperCase();
const publicKeyId = (): string => `PUB_KEY_ID_${Date.now()}${randomBytes(8).toString('hex')}`;

/** The same at every process: made once, and kept with the sandbox's trades. */
export async function sandboxSides(db: Db): Promise<SandboxSides> {
  const kept = (name: string, make: () => Promise<string> | string): Promise<string> =>
    sandboxKey(db, { channel: codes.PayChannel.wechat, name }, make);
  const signing = async (name: string, makeSerial: () => string): Promise<SigningKey> => ({
    serial: await kept(`${name}.serial`, makeSerial),
    privateKey: createPrivateKey(await kept(`${name}.key`, rsaPem)),
  });
  const merchant = await signing('merchant', serialNo);
  const certificate = await signing('certificate', serialNo);
  const publicKey = await signing('publicKey', publicKeyId);
  const platformKeys = [certificate, publicKey].map(
    ({ serial, privateKey }) => [serial, { key: createPublicKey(privateKey), until: undefined }] as const,
  );
  return {
    account: {
      mchId: '1900000109',
      appId: 'wx00000000c0ffee00',
      apiKey: await kept('apiKey', () => randomBytes(16).toString('hex')),
      ...merchant,
      platformKeys: new Map(platformKeys),
    },
    certificate,
    publicKey,
    successor: await signing('successor', publicKeyId),
  };
}
