import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import type { AppCaller } from '../../http/app-call.ts';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { mebibyte, uses, type Daily, type UploadUse } from './kinds.ts';
import { today } from '../../db/wall-clock.ts';

/** All uses together. */
const inAll = '';

const dailyInAll = ({ uploadDailyMb, uploadDailyFiles }: Config): Daily => ({
  mb: uploadDailyMb,
  files: uploadDailyFiles,
});

/** Counts a file of so many bytes. @throws AppError 1034 (bytes) or 1035 (files) when that would be over the limit of the day */
async function count(
  db: Db | Tx,
  { type, id }: Uploader,
  use: UploadUse | typeof inAll,
  bytes: number,
  { mb, files }: Daily,
): Promise<void> {
  const most = mb * mebibyte;
  const { rows } = await sql`
    insert into sys_upload_day as d (uploader_type, uploader_id, day, use, files, bytes)
    select ${type}, ${id}, ${today}, ${use}, 1, ${bytes}::bigint where ${bytes}::bigint <= ${most}::bigint and ${files}::int > 0
    on conflict (uploader_type, uploader_id, day, use) do update set files = d.files + 1, bytes = d.bytes + excluded.bytes
      where d.files < ${files}::int and d.bytes + excluded.bytes <= ${most}::bigint
    returning 1`.execute(db);
  if (rows.length > 0) return;
  const sent = await sql<{ files: number }>`
    select files from sys_upload_day where uploader_type = ${type} and uploader_id = ${id} and day = ${today} and use = ${use}`.execute(
    db,
  );
  throw (sent.rows[0]?.files ?? 0) >= files ? new AppError(1035, { n: files }) : new AppError(1034, { n: mb });
}

/** Counts a file under its use. @throws AppError 1034, 1035 */
export const countUse = (db: Db | Tx, uploader: Uploader, use: UploadUse, bytes: number): Promise<void> =>
  count(db, uploader, use, bytes, uses[use].daily);

/** Counts a file that no call has announced, under its use and in all. @throws AppError 1034, 1035 */
export async function countKept(
  { config }: Pick<App, 'config'>,
  db: Db | Tx,
  uploader: Uploader,
  use: UploadUse,
  bytes: number,
): Promise<void> {
  await count(db, uploader, inAll, bytes, dailyInAll(config));
  await countUse(db, uploader, use, bytes);
}

/**
 * Counts an upload before any of it is read, by its announced length, so that many at once cannot pass the limit together.
 * @returns settles the count: with the bytes that were kept, 0 for none
 * @throws AppError 1034, 1035
 */
export async function admitUpload(
  { db, config }: Pick<App, 'db' | 'config'>,
  uploader: Uploader,
  bytes: number,
): Promise<(kept: number) => Promise<void>> {
  await count(db, uploader, inAll, bytes, dailyInAll(config));
  const day = await countedDay(db);
  return async (kept) => {
    await sql`
      update sys_upload_day set files = files - ${kept === 0 ? 1 : 0}, bytes = greatest(0, bytes + ${kept - bytes})
      where uploader_type = ${uploader.type} and uploader_id = ${uploader.id} and day = ${day}::date and use = ${inAll}`.execute(
      db,
    );
  };
}

/** The same for a call of the app, of the user whom its token names. */
export const admitFromApp = (app: App, { proved }: { readonly proved: unknown }, bytes: number) =>
  admitUpload(app, { type: 'app', id: (proved as AppCaller).id }, bytes);

/** The day that uploads are counted on now, `YYYY-MM-DD`. */
export async function countedDay(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${today}::text as day`.execute(db);
  return rows[0]?.day ?? '';
}

/** Reverts the count of `countKept` for a file that did not arrive. */
export async function giveBack(
  db: Db | Tx,
  { type, id }: Uploader,
  use: UploadUse,
  bytes: number,
  day: string,
): Promise<void> {
  await sql`
    update sys_upload_day set files = greatest(0, files - 1), bytes = greatest(0, bytes - ${bytes}::bigint)
    where uploader_type = ${type} and uploader_id = ${id} and day = ${day}::date and use in (${inAll}, ${use})`.execute(
    db,
  );
}

/** Deletes the counts of past days. */
export async function forgetUploadDays(db: Db): Promise<void> {
  await sql`delete from sys_upload_day where day < ${today} - 31`.execute(db);
}
