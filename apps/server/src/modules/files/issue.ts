import { createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import type { Secrets } from '../../config.ts';
import type { App, CallContext, FileService } from '../../http/context.ts';
import { filesDb } from './tables.ts';

const keys = new WeakMap<Buffer, Buffer>();

function urlKey({ sealKey }: Secrets): Buffer {
  const known = keys.get(sealKey);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'wheelhouse file url', 32));
  keys.set(sealKey, key);
  return key;
}

const sign = (secrets: Secrets, fileId: string, expires: number) =>
  createHmac('sha256', urlKey(secrets)).update(`${fileId}.${expires}`).digest().subarray(0, 16);

const urlHours = 3600;

/** Seconds for which the address of a sensitive picture is good: to look, not to hand on. */
export const sensitiveSeconds = 60;

/**
 * Address that shows a file to whoever has it, for one to two hours, or for the given seconds. Without `seconds` it stays the same
 * within an hour, so that browsers keep the file. Issued only with a record that the caller may see.
 */
export function signedUrl(app: Pick<App, 'secrets'>, fileId: string, seconds?: number): string {
  const now = Math.floor(Date.now() / 1000);
  const expires = seconds === undefined ? (Math.floor(now / urlHours) + 2) * urlHours : now + seconds;
  return `/common/file/${encodeURIComponent(fileId)}?e=${expires}&s=${sign(app.secrets, fileId, expires).toString('base64url')}`;
}

/** Whether a signature was made here for this file and is not over. */
export function isSigned(app: Pick<App, 'secrets'>, fileId: string, expires: number, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(app.secrets, fileId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && expires * 1000 > Date.now();
}

export const newFileId = (): string => randomBytes(16).toString('base64url');

/** Minutes in which an issued file can be fetched. */
const issuedMinutes = 30;

const contentTypes: Readonly<Record<string, string>> = {
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Names that are safe as a file name anywhere: no path, no device, no control characters. */
export const fileNamePattern = /^(?!\.)(?!.*\.\.)[^\\/:*?"<>|%\p{Cc}]{1,150}$/u;

/**
 * Keeps a download for the calling user alone, for 30 minutes (`GET /common/download`). A file given by its path is taken away.
 * @param name shown to the user, e.g. `车辆.xlsx`; a time and a few letters are added, so that names never clash
 * @returns the name to ask for
 */
export async function issueFile(
  ctx: Pick<CallContext, 'app' | 'user'>,
  name: string,
  source: string | Readable,
): Promise<string> {
  const { app, user } = ctx;
  const extension = extname(name).toLowerCase();
  const stem = name
    .slice(0, name.length - extension.length)
    .replace(/[\\/:*?"<>|%\p{Cc}]|\.\./gu, '_')
    .slice(0, 80);
  const stamp = formatInstant(new Date()).replace(/\D/g, '');
  const fileName = `${stem}_${stamp}_${randomBytes(3).toString('hex')}${extension}`;
  const storageKey = `issued/${randomUUID()}`;
  const path = typeof source === 'string' ? source : await spool(app, source);
  await storageOf(app.config).put(storageKey, path);
  await filesDb(app.db)
    .insertInto('sys_issued_file')
    .values({
      userId: user.id,
      name: fileName,
      storageKey,
      contentType: contentTypes[extension] ?? 'application/octet-stream',
      expireTime: sql<Date>`now() + make_interval(mins => ${issuedMinutes})`,
    })
    .execute();
  return fileName;
}

/** A download that was made for a user. */
interface Issued {
  readonly userId: string;
  readonly name: string;
  readonly storageKey: string;
}

/** Removes a download for good: the bytes first, so that what is left of them after a failure still has its row. */
export async function removeIssued(
  { config, db }: Pick<App, 'config' | 'db'>,
  { userId, name, storageKey }: Issued,
): Promise<void> {
  await storageOf(config).remove(storageKey);
  await filesDb(db).deleteFrom('sys_issued_file').where('userId', '=', userId).where('name', '=', name).execute();
}

/** The files of an App, as the engine needs them. */
export const filesOf = (app: Pick<App, 'secrets'>): FileService => ({
  url: (fileId) => signedUrl(app, fileId),
  issue: issueFile,
});

/** Writes a stream to a file of its own below DATA_DIR/tmp, for the storage to take away. */
export async function spool(app: Pick<App, 'config'>, source: Readable): Promise<string> {
  const dir = join(app.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, randomUUID());
  try {
    await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}
