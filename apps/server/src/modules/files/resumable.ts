import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import { sqlState, withTransaction } from '../../db/pool.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import type { App, RequestParts } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { takeRoom } from '../../http/space.ts';
import { mbByName, mebibyte, type UploadUse, uploadTexts } from './kinds.ts';
import { newFileId } from './issue.ts';
import { countedDay, countKept, giveBack } from './quota.ts';
import { assemble, partBytes, partKey, partsOf, removeParts } from './parts.ts';
import { insertFile, keepReceived, plainName, storedFile } from './store.ts';
import { filesDb } from './tables.ts';
import { coverOf } from './video-cover.ts';

/** Hours that an upload waits for its next part. */
const waitHours = 24;
/** A process that has not put the parts together by then has died. */
const finishMinutes = 10;

type Request = Pick<RequestParts, 'app' | 'lang'>;

/** What identifies a file without reading it. */
interface Announced {
  readonly biz: UploadUse;
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

interface Upload {
  readonly uploadId: string;
  readonly biz: UploadUse;
  readonly name: string;
  readonly size: string;
  readonly day: string;
  readonly fileId: string | null;
  readonly coverId: string | null;
}

const columns = ['uploadId', 'biz', 'name', 'size', sql<string>`day::text`.as('day'), 'fileId', 'coverId'] as const;
const gone = () => new AppError(1017);

function refuseByName({ biz, name, size }: Announced): void {
  const mb = mbByName(biz, name);
  if (mb === undefined) throw new AppError(1031);
  if (size > mb * mebibyte) throw new AppError(1032, { n: mb });
}

/**
 * Begins the upload of a file, or goes on with the one that its sender has not finished: the parts that are there need not be sent again.
 * The file counts from now on.
 * @throws AppError 1031 type, 1032 size, 1034 and 1035 limits of the day, 1036 no room
 */
export async function startUpload(app: App, uploader: Uploader, announced: Announced) {
  const file = { ...announced, name: plainName(announced.name) };
  refuseByName(file);
  const found = await unfinished(app, uploader, file);
  if (found !== undefined) return stateOf(app, found);
  (await takeRoom(app, file.size))();
  const day = await countedDay(app.db);
  const uploadId = newFileId();
  const isNew = await withTransaction(app.db, async (tx) => {
    const row = { ...file, uploadId, uploaderType: uploader.type, uploaderId: uploader.id, day, fileId: null };
    const { numInsertedOrUpdatedRows } = await filesDb(tx)
      .insertInto('sys_upload')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await countKept(app, tx, uploader, file.biz, file.size);
    return true;
  });
  // Two starts at once: the second goes on with the upload of the first.
  return stateOf(app, isNew ? uploadId : ((await unfinished(app, uploader, file)) ?? uploadId));
}

async function unfinished({ db }: App, { type, id }: Uploader, file: Announced): Promise<string | undefined> {
  const row = await filesDb(db)
    .selectFrom('sys_upload')
    .select('uploadId')
    .where('uploaderType', '=', type)
    .where('uploaderId', '=', id)
    .where('biz', '=', file.biz)
    .where('name', '=', file.name)
    .where('size', '=', String(file.size))
    .where('modified', '=', String(file.modified))
    .where('fileId', 'is', null)
    .executeTakeFirst();
  return row?.uploadId;
}

const stateOf = async (app: App, uploadId: string) => ({
  uploadId,
  partBytes,
  parts: await receivedParts(app, uploadId),
});

async function receivedParts({ db }: App, uploadId: string): Promise<number[]> {
  const rows = await filesDb(db)
    .selectFrom('sys_upload_part')
    .select('no')
    .where('uploadId', '=', uploadId)
    .orderBy('no')
    .execute();
  return rows.map(({ no }) => no);
}

/** An upload of this sender. @throws AppError 1017 none, or another's */
async function own({ db }: App, { type, id }: Uploader, uploadId: string): Promise<Upload> {
  const row = await filesDb(db)
    .selectFrom('sys_upload')
    .select(columns)
    .where('uploadId', '=', uploadId)
    .where('uploaderType', '=', type)
    .where('uploaderId', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw gone();
  return row;
}

/** Takes one part; the same one again changes nothing. @throws AppError 1001 wrong size, 1017 no such upload, or a finished one */
export async function takePart(
  { app, lang, files }: Request & Pick<RequestParts, 'files'>,
  uploader: Uploader,
  { uploadId, no }: { readonly uploadId: string; readonly no: number },
): Promise<void> {
  const upload = await own(app, uploader, uploadId);
  if (upload.fileId !== null) throw gone();
  const size = Number(upload.size);
  const file = files.find((part) => part.field === 'file');
  if (file === undefined || no >= partsOf(size) || file.size !== Math.min(partBytes, size - no * partBytes))
    throw refuseField({ lang }, 'file', uploadTexts.part);
  const storage = storageOf(app.config);
  await storage.put(partKey(uploadId, no), file.path);
  try {
    await filesDb(app.db)
      .insertInto('sys_upload_part')
      .values({ uploadId, no })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (sqlState(error) !== '23503') throw error;
    // It was cancelled meanwhile.
    await storage.remove(partKey(uploadId, no));
    throw gone();
  }
  await touch(app, uploadId);
}

const touch = ({ db }: App, uploadId: string) =>
  filesDb(db).updateTable('sys_upload').set({ updateTime: new Date() }).where('uploadId', '=', uploadId).execute();

/** Lets one process put the parts together. */
async function claim({ db }: App, uploadId: string): Promise<boolean> {
  const row = await filesDb(db)
    .updateTable('sys_upload')
    .set({ finishing: new Date(), updateTime: new Date() })
    .where('uploadId', '=', uploadId)
    .where('fileId', 'is', null)
    .where(sql<boolean>`(finishing is null or finishing < now() - make_interval(mins => ${finishMinutes}))`)
    .returning('uploadId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes one file of the parts, once all are there, and checks it as any other upload. What is refused is removed. Asked again, it answers the same.
 * @throws AppError 1001 parts are missing, 1010 it is being done, 1017 no such upload, 1031 type, 1032 size, 1036 no room
 */
export async function finishUpload({ app, lang }: Request, uploader: Uploader, uploadId: string) {
  const upload = await own(app, uploader, uploadId);
  if (upload.fileId !== null) return finished(app, upload);
  if ((await receivedParts(app, uploadId)).length < partsOf(Number(upload.size)))
    throw refuseField({ lang }, 'uploadId', uploadTexts.parts);
  if (!(await claim(app, uploadId))) throw new AppError(1010);
  try {
    await makeFile(app, uploader, upload);
  } catch (error) {
    // Bytes that are not what they should be never will be; whatever else went wrong may go well the next time.
    if (error instanceof AppError && (error.code === 1031 || error.code === 1017)) await discard(app, uploader, upload);
    else
      await filesDb(app.db)
        .updateTable('sys_upload')
        .set({ finishing: null })
        .where('uploadId', '=', uploadId)
        .execute();
    throw error;
  }
  await removeParts(app, upload);
  return finished(app, await own(app, uploader, uploadId));
}

async function makeFile(app: App, uploader: Uploader, upload: Upload): Promise<void> {
  const { uploadId, name } = upload;
  const size = Number(upload.size);
  const leaveRoom = await takeRoom(app, size);
  let path: string | undefined;
  try {
    const whole = await assemble(app, upload);
    ({ path } = whole);
    // The use was checked when the upload began.
    const coverId = upload.biz === 'video' ? await coverOf(app, uploader, path) : null;
    const kept = await keepReceived(app, upload.biz, { ...whole, name, size });
    await withTransaction(app.db, async (tx) => {
      await insertFile(tx, uploader, kept);
      await filesDb(tx)
        .updateTable('sys_upload')
        .set({ fileId: kept.fileId, coverId, finishing: null })
        .where('uploadId', '=', uploadId)
        .execute();
    });
  } finally {
    leaveRoom();
    if (path !== undefined) await rm(path, { force: true });
  }
}

async function finished(app: App, { fileId, coverId }: Pick<Upload, 'fileId' | 'coverId'>) {
  const [file, cover] = [await shown(app, fileId), coverId === null ? undefined : await shown(app, coverId)];
  if (file === undefined) throw gone();
  return cover === undefined ? file : { ...file, cover };
}

async function shown(app: App, fileId: string | null) {
  const file = await filesDb(app.db)
    .selectFrom('sys_file')
    .select(['fileId', 'name', 'contentType', 'size', 'sha256', 'width', 'height', 'durationMs', 'codec'])
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return file && storedFile(app, { ...file, size: Number(file.size) });
}

/** Removes an unfinished upload; it no longer counts. */
async function discard(app: Pick<App, 'db' | 'config'>, uploader: Uploader, upload: Upload): Promise<void> {
  const { uploadId, biz, size, day } = upload;
  await withTransaction(app.db, async (tx) => {
    const row = await filesDb(tx)
      .deleteFrom('sys_upload')
      .where('uploadId', '=', uploadId)
      .where('fileId', 'is', null)
      .returning('uploadId')
      .executeTakeFirst();
    if (row !== undefined) await giveBack(tx, uploader, biz, Number(size), day);
  });
  await removeParts(app, upload);
}

/** Gives an upload up. One that is finished stays. @throws AppError 1017 no such upload */
export async function cancelUpload(app: App, uploader: Uploader, uploadId: string): Promise<void> {
  const upload = await own(app, uploader, uploadId);
  if (upload.fileId === null) await discard(app, uploader, upload);
}

/** Removes uploads that no part has come to for a day, and forgets finished ones. @returns how many were unfinished */
export async function removeUnfinished(app: Pick<App, 'db' | 'config' | 'log'>): Promise<number> {
  const old = await filesDb(app.db)
    .selectFrom('sys_upload')
    .select([...columns, 'uploaderType', 'uploaderId'])
    .where(sql<boolean>`update_time < now() - make_interval(hours => ${waitHours})`)
    .orderBy('updateTime')
    .limit(500)
    .execute();
  const open = old.filter(({ fileId }) => fileId === null);
  for (const upload of open) await discard(app, { type: upload.uploaderType, id: upload.uploaderId }, upload);
  const done = old.filter(({ fileId }) => fileId !== null).map(({ uploadId }) => uploadId);
  if (done.length > 0) await filesDb(app.db).deleteFrom('sys_upload').where('uploadId', 'in', done).execute();
  if (open.length > 0) app.log.info({ uploads: open.length }, 'unfinished uploads removed');
  return open.length;
}
