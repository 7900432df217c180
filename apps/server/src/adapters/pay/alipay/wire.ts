import { sign, verify, type KeyObject } from 'node:crypto';
import { textOrNull } from '@wheelhouse/contract/object';
import { formatInstant, parseInstant } from '@wheelhouse/contract/time';
import type { AlipayAccount } from '../../../config-pay.ts';

// The wire of Alipay's gateway: names, signatures, times. Source: https://opendocs.alipay.com/common/02kf5q.

export type Fields = Readonly<Record<string, string>>;

export const gatewayPath = '/gateway.do';
const algorithm = 'RSA-SHA256';
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** RSA2 of a text. */
export const rsa2 = (text: string | Buffer, privateKey: KeyObject): string =>
  sign(algorithm, Buffer.from(text), privateKey).toString('base64');

/** Whether a text or its bytes are signed with RSA2 by the owner of a key. */
export const isRsa2 = (text: string | Buffer, signature: string, publicKey: KeyObject): boolean =>
  verify(algorithm, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));

/** Names and values as they are signed: sorted by name, empty values too. Values are bytes: a signature covers them in the charset of its sender. */
export function signedBytes(fields: Iterable<readonly [string, Buffer]>): Buffer {
  const parts = [...fields].toSorted(byName).flatMap(([name, value]) => [Buffer.from(`&${name}=`), value]);
  return Buffer.concat(parts).subarray(1);
}

/** The text that the sender of a request signs: all of it but the signature. */
export function requestText(fields: Fields): string {
  const { sign: _, ...rest } = fields;
  return signedBytes(Object.entries(rest).map(([name, value]) => [name, Buffer.from(value)])).toString();
}

/** A request that is signed, in Beijing time whatever the zone of the server. */
export function signedRequest(
  { appId, privateKey }: Pick<AlipayAccount, 'appId' | 'privateKey'>,
  method: string,
  { content, ...more }: Fields & { readonly content: string },
): Fields {
  const fields = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatInstant(new Date()),
    version: '1.0',
    ...more,
    biz_content: content,
  };
  return { ...fields, sign: rsa2(requestText(fields), privateKey) };
}

/** Name of the answer of a method. */
export const answerName = (method: string): string => `${method.replaceAll('.', '_')}_response`;

/** Strings, and the braces outside of them. */
const stringsAndBraces = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/gs;

/** The object of that name as it stands in the text of an answer: what the signature covers, to the last space. */
export function rawObject(text: string, name: string): string | undefined {
  const at = text.indexOf(`"${name}"`);
  const start = at < 0 ? -1 : text.indexOf('{', at + name.length);
  if (start < 0) return undefined;
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(stringsAndBraces)) {
    if (token === '{') depth++;
    if (token === '}' && --depth === 0) return text.slice(start, start + index + 1);
  }
  return undefined;
}

/** An instant as Alipay writes it, in Beijing time, at times with milliseconds. */
export const instantOf = (text: unknown): Date | null => parseInstant(textOrNull(text)?.slice(0, 19) ?? '') ?? null;

const special = /[/=&,"\\\t\r\n]/g;
const wide: Fields = { '/': '／', '=': '＝', '&': '＆', ',': '，', '"': '”', '\\': '＼' };

/** A text without what Alipay does not take in a subject; a comma would be a column of its bill. */
export const plainText = (text: string, most: number): string =>
  text
    .replaceAll(special, (one) => wide[one] ?? ' ')
    .slice(0, most)
    .toWellFormed();
