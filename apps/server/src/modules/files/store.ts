import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatDay } from '@wheelhouse/contract/time';
import { storageOf } from '../../adapters/storage/index.ts';
import { withTransaction, type Db, type Tx } from '../../db/pool.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import type { App, RequestParts, UploadedFile } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { type Digests, digestsOfFile, insertDigests, isDigested } from './digests.ts';
import { acceptedAs, mebibyte, type UploadUse, uploadTexts } from './kinds.ts';
import { cleanPicture } from './image-metadata.ts';
import { pixelsOf } from './pixels.ts';
import { countKept, countUse } from './quota.ts';
import { newFileId, signedUrl, spool } from './issue.ts';
import { filesDb } from './tables.ts';
import { type MediaFacts, videoFacts } from './video.ts';

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The last path segment of the sent file name, at most 100 characters. */
export function plainName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(-100) || 'file'
  );
}

/** A file on this machine that its sender wants kept. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256?: string;
}

/** A file that is kept, before its row is written. */
type KeptFile = MediaFacts & {
  readonly fileId: string;
  readonly biz: UploadUse;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
  /** Of files that devices check by themselves. */
  readonly digests: Digests | undefined;
};

async function mediaFacts(path: string, contentType: string): Promise<MediaFacts> {
  const video = contentType === 'video/mp4' ? await videoFacts(path) : undefined;
  return video ?? { ...(await pixelsOf(path, contentType)), durationMs: null, codec: null };
}

/** What the bytes of a file are, if its use takes them. @throws AppError 1031 type, 1032 size */
async function contentTypeOf(biz: UploadUse, { path, name, size }: ReceivedFile): Promise<string> {
  const accepted = await acceptedAs(biz, path, name, size);
  if (accepted === undefined) throw new AppError(1031);
  if (size > accepted.maxMb * mebibyte) throw new AppError(1032, { n: accepted.maxMb });
  return accepted.contentType;
}

/**
 * Takes a received file into the storage, if its bytes are what its use takes. `admit` has the last word before it is moved.
 * @throws AppError 1031 type, 1032 size
 */
export async function keepReceived(
  app: Pick<App, 'config'>,
  biz: UploadUse,
  file: ReceivedFile,
  admit: () => Promise<void> = () => Promise.resolve(),
): Promise<KeptFile> {
  const contentType = await contentTypeOf(biz, file);
  await admit();
  return intoStorage(app, biz, contentType, file);
}

async function intoStorage(
  app: Pick<App, 'config'>,
  biz: UploadUse,
  contentType: string,
  { path, name, ...known }: ReceivedFile,
): Promise<KeptFile> {
  const fileId = newFileId();
  // Where a photo was taken is nobody's business.
  const cleaned = await cleanPicture(path, contentType);
  const size = cleaned ?? known.size;
  const digests = isDigested(biz) ? await digestsOfFile(path) : undefined;
  const sha256 = (cleaned === undefined ? known.sha256 : undefined) ?? digests?.sha256 ?? (await sha256Of(path));
  const facts = await mediaFacts(path, contentType);
  const storageKey = `files/${formatDay(new Date()).slice(0, 7).replace('-', '/')}/${fileId}`;
  await storageOf(app.config).put(storageKey, path);
  return { fileId, biz, name, contentType, size, sha256, storageKey, digests, ...facts };
}

/** Writes the row of a kept file. */
export async function insertFile(db: Db | Tx, uploader: Uploader, { digests, ...file }: KeptFile): Promise<void> {
  await filesDb(db)
    .insertInto('sys_file')
    .values({ ...file, uploaderType: uploader.type, uploaderId: uploader.id })
    .execute();
  if (digests !== undefined) await insertDigests(db, file.fileId, digests);
}

type ShownFile = Omit<KeptFile, 'biz' | 'storageKey' | 'digests'>;

/** A stored file as its uploader sees it. */
export const storedFile = (app: Pick<App, 'secrets'>, file: ShownFile) => ({
  fileId: file.fileId,
  url: signedUrl(app, file.fileId),
  name: file.name,
  size: file.size,
  sha256: file.sha256,
  contentType: file.contentType,
  width: file.width,
  height: file.height,
  durationMs: file.durationMs,
  codec: file.codec,
});

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
  const received = { path: file.path, name: plainName(file.fileName), size: file.size };
  const kept = await keepReceived(app, biz, received, () => countUse(app.db, uploader, biz, file.size));
  await withTransaction(app.db, (tx) => insertFile(tx, uploader, kept));
  return storedFile(app, kept);
}

/** What `keepBytes` takes. */
export interface FileBytes {
  readonly name: string;
  readonly biz: UploadUse;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly uploader: Uploader;
}

/**
 * Takes a file that came inside another one into the storage, as if the user had uploaded it. Not for transactions: the storage may be slow.
 * `insertFile` then writes its row, beside what names it.
 * @throws AppError 1034, 1035
 */
export async function keepBytes(
  app: Pick<App, 'config' | 'db'>,
  { name, biz, contentType, bytes, uploader }: FileBytes,
): Promise<KeptFile> {
  const size = bytes.length;
  await withTransaction(app.db, (tx) => countKept(app, tx, uploader, biz, size));
  const path = await spool(app, Readable.from([bytes]));
  return intoStorage(app, biz, contentType, { path, name, size });
}
