import type { Text } from '@wheelhouse/contract/lang';
import { hostOf } from '@wheelhouse/entities/rich-text';
import { z } from 'zod';
import { type Fetched, fetchBytes } from '../../adapters/web/fetch-bytes.ts';
import type { ReachOptions } from '../../adapters/web/reach.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import { withTransaction } from '../../db/pool.ts';
import type { RequestParts } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { largestOf, mebibyte, typeOfBytes } from './kinds.ts';
import { pixelsIn } from './pixels.ts';
import { insertFile, keepBytes, plainName, storedFile } from './store.ts';

/** An address whose host a picture may be asked of, without a name and password in it. */
export const webAddress = z
  .string()
  .max(2048)
  .refine((url) => hostOf(url) !== undefined && new URL(url).username === '' && new URL(url).password === '');

/** More than any camera takes, and what a browser can still show. */
const mostPixels = 50_000_000;

const texts = {
  timeout: {
    zh: '{host}未在时限内给出图片，请保存后上传',
    en: '{host} did not send the picture in time: save and upload it',
  },
  unreachable: {
    zh: '无法连接{host}，请保存图片后上传',
    en: '{host} cannot be reached: save the picture and upload it',
  },
  notPublic: {
    zh: '{host}不是公网地址，不能从那里取图片',
    en: '{host} is not on the public internet: no picture is taken from there',
  },
  redirects: {
    zh: '{host}重定向过多，请保存图片后上传',
    en: '{host} redirects too often: save the picture and upload it',
  },
  status: {
    zh: '{host}没有给出图片（HTTP {status}），请保存后上传',
    en: '{host} does not give the picture (HTTP {status}): save and upload it',
  },
  type: { zh: '{host}给出的不是JPG、PNG或WebP图片', en: 'What {host} gives is no JPG, PNG or WebP picture' },
  pixels: { zh: '图片不能超过{n}百万像素', en: 'More than {n} million pixels' },
} as const satisfies Record<string, Text>;

function bytesOf({ lang }: Pick<RequestParts, 'lang'>, url: string, found: Fetched): Buffer {
  if ('bytes' in found) return found.bytes;
  const host = hostOf(url) ?? '';
  if ('status' in found) throw refuseField({ lang }, 'url', texts.status, { host, status: found.status });
  if (found.failure === 'tooLarge') throw new AppError(1032, { n: largestOf('image') / mebibyte });
  throw refuseField({ lang }, 'url', texts[found.failure], { host });
}

/** The last part of an address as a file name, with the ending of what the file is. */
function nameOf(url: string, ending: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return plainName(`${last.replace(/\.\w{1,5}$/, '') || 'picture'}.${ending}`);
}

/**
 * Keeps a picture of the public internet as if the user had uploaded it.
 * @throws AppError 1001 where there is none to be had, 1032 size, 1034 and 1035 limits of the day
 */
export async function takeFromWeb(
  { app, lang }: Pick<RequestParts, 'app' | 'lang'>,
  uploader: Uploader,
  url: string,
  options?: ReachOptions,
) {
  const bytes = bytesOf({ lang }, url, await fetchBytes(url, largestOf('image'), options));
  const type = typeOfBytes('image', bytes);
  const { width, height } = type === undefined ? { width: null, height: null } : pixelsIn(bytes, type.contentType);
  if (type === undefined || width === null || height === null)
    throw refuseField({ lang }, 'url', texts.type, { host: hostOf(url) ?? '' });
  if (width * height > mostPixels) throw refuseField({ lang }, 'url', texts.pixels, { n: mostPixels / 1_000_000 });
  const { contentType, ending } = type;
  const kept = await keepBytes(app, { name: nameOf(url, ending), biz: 'image', contentType, bytes, uploader });
  await withTransaction(app.db, (tx) => insertFile(tx, uploader, kept));
  return storedFile(app, kept);
}
