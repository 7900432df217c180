import { createCipheriv, createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { formatInstant } from '@wheelhouse/contract/time';
import type { PlatformKey, WechatAccount } from '../../../config-pay.ts';

// The protocol of WeChat Pay v3: signatures and sealed resources.

const scheme = 'WECHATPAY2-SHA256-RSA2048';
/** What a signature begins with that only asks whether signatures are checked. */
const probe = 'WECHATPAY/SIGNTEST/';
/** Seconds that the clocks of both sides may differ. */
const windowSec = 300;
const tagBytes = 16;

export const nowSec = (): number => Math.floor(Date.now() / 1000);
export const freshNonce = (): string => randomBytes(16).toString('hex').toUpperCase();
/** An instant as the channel writes it. */
export const channelTime = (date: Date): string => `${formatInstant(date).replace(' ', 'T')}+08:00`;

/** RSA-SHA256 over lines, each with its end, in base64. */
export const signLines = (lines: readonly (string | number)[], key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(lines.map((line) => `${line}\n`).join('')), key).toString('base64');

/** A request that is signed. `path`: with its query. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The header Authorization of a request. */
export function authorization(
  { method, path, body }: Asked,
  { mchId, serial, privateKey }: Pick<WechatAccount, 'mchId' | 'privateKey' | 'serial'>,
): string {
  const [timestamp, nonce] = [nowSec(), freshNonce()];
  const signature = signLines([method, path, timestamp, nonce, body], privateKey);
  return `${scheme} mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`;
}

/** Whether a request bears the signature of the merchant. */
export function isAuthorized(
  { method, path, body }: Asked,
  header: string | undefined,
  { mchId, serial, publicKey }: { readonly mchId: string; readonly serial: string; readonly publicKey: KeyObject },
): boolean {
  if (!header?.startsWith(`${scheme} `)) return false;
  const said = new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const [timestamp, nonce] = [said.get('timestamp') ?? '', said.get('nonce_str') ?? ''];
  const lines = Buffer.from(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`);
  return (
    said.get('mchid') === mchId &&
    said.get('serial_no') === serial &&
    isNow(timestamp) &&
    verify('RSA-SHA256', lines, publicKey, Buffer.from(said.get('signature') ?? '', 'base64'))
  );
}

const isNow = (timestamp: string): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(nowSec() - Number(timestamp)) <= windowSec;

/** The headers with which the platform signs an answer or a call-back. */
export function platformHeaders(
  body: string,
  { serial, privateKey }: Pick<WechatAccount, 'privateKey' | 'serial'>,
): Readonly<Record<string, string>> {
  const [timestamp, nonce] = [nowSec(), freshNonce()];
  return {
    'wechatpay-timestamp': String(timestamp),
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signLines([timestamp, nonce, body], privateKey),
  };
}

/** What arrives from the platform: its bytes as they came. */
export interface Arrived {
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/** Why something is not the platform's. */
interface Foreign {
  readonly why: 'signature' | 'stale' | 'probe';
  readonly said: string;
}

const unsigned = (said: string): Foreign => ({ why: 'signature', said });

/** @returns why it is not the platform's; undefined where it is. A key that is not known is never fetched. */
export function whyForeign({ header, body }: Arrived, keys: ReadonlyMap<string, PlatformKey>): Foreign | undefined {
  const timestamp = header('wechatpay-timestamp');
  const nonce = header('wechatpay-nonce');
  const signature = header('wechatpay-signature');
  const serial = header('wechatpay-serial');
  if (timestamp === undefined || nonce === undefined || signature === undefined || serial === undefined)
    return unsigned('it is not signed');
  if (signature.startsWith(probe)) return { why: 'probe', said: 'it is a probe of signatures' };
  if (!isNow(timestamp)) return { why: 'stale', said: 'its time is not within five minutes of ours' };
  const known = keys.get(serial);
  if (known === undefined) return unsigned('it is signed with a key that is not configured');
  if (known.until !== undefined && known.until <= new Date())
    return unsigned('it is signed with a certificate that has expired');
  const lines = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('RSA-SHA256', lines, known.key, Buffer.from(signature, 'base64'))
    ? undefined
    : unsigned('its signature is wrong');
}

/** A resource of a call-back, AEAD_AES_256_GCM. */
export interface Sealed {
  /** Base64 of the text and its tag of 16 bytes. */
  readonly ciphertext: string;
  /** 12 bytes. */
  readonly nonce: string;
  /** May be empty. */
  readonly associated_data: string;
}

export function sealResource(text: string, apiKey: string, associatedData: string): Sealed {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(associatedData));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { ciphertext: bytes.toString('base64'), nonce, associated_data: associatedData };
}

/** @throws Error where it was not sealed with this key, or was changed since */
export function openResource({ ciphertext, nonce, associated_data: associatedData }: Sealed, apiKey: string): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const end = bytes.length - tagBytes;
  if (end < 0) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]).toString('utf8');
}
