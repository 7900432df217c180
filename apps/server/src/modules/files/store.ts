import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { formatDay } from '@wheelhouse/contract/time';
import { storageOf } from '../../adapters/storage/index.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import type { RequestParts, UploadedFile } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { acceptedAs, mebibyte, type UploadUse, uploadTexts } from './kinds.ts';
import { pixelsOf } from './pixels.ts';
import { countUse } from './quota.ts';
import { newFileId, signedUrl } from './issue.ts';
import { filesDb } from './tables.ts';

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The last part of what the sender calls the file, at most 100 characters. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(-100) || 'file'
  );
}

/**
 * Keeps the file of an upload call.
 * @throws AppError 1001 without a file, 1031 type, 1032 size, 1034 and 1035 limits of the day
 */
export async function storeUpload(
  { app, lang, files }: Pick<RequestParts, 'app' | 'lang' | 'files'>,
  uploader: Uploader,
  biz: UploadUse,
) {
  const file: UploadedFile | undefined = files.find((part) => part.field === 'file');
  if (file === undefined) throw refuseField({ lang }, 'file', uploadTexts.file);
  if (file.size === 0) throw refuseField({ lang }, 'file', uploadTexts.empty);
  const name = plainName(file.fileName);
  const accepted = await acceptedAs(biz, file.path, name, file.size);
  if (accepted === undefined) throw new AppError(1031);
  if (file.size > accepted.maxMb * mebibyte) throw new AppError(1032, { n: accepted.maxMb });
  await countUse(app.db, uploader, biz, file.size);
  const { size } = file;
  const { contentType } = accepted;
  const fileId = newFileId();
  const sha256 = await sha256Of(file.path);
  const pixels = await pixelsOf(file.path, contentType);
  const storageKey = `files/${formatDay(new Date()).slice(0, 7).replace('-', '/')}/${fileId}`;
  await storageOf(app.config).put(storageKey, file.path);
  const row = { fileId, biz, name, contentType, size, sha256, storageKey };
  await filesDb(app.db)
    .insertInto('sys_file')
    .values({ ...row, ...pixels, uploaderType: uploader.type, uploaderId: uploader.id })
    .execute();
  return { fileId, url: signedUrl(app, fileId), name, size, sha256, contentType };
}
