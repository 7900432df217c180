import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import type { App } from '../../http/context.ts';
import type { UploadUse } from './kinds.ts';

/**
 * The bytes of an upload of an app user that belongs to no record. The upload ends with it: what is made of it is kept, not the file, and a
 * second call finds none.
 * @returns undefined when there is none of that id, use and user
 */
export async function takeAppFile(
  { db, config }: Pick<App, 'db' | 'config'>,
  { fileId, biz, userId }: { readonly fileId: string; readonly biz: UploadUse; readonly userId: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key: string }>`
    delete from sys_file f where f.file_id = ${fileId} and f.biz = ${biz} and f.uploader_type = 'app' and f.uploader_id = ${userId}
      and f.ref_count = 0 and not exists (select from sys_file_use u where u.file_id = f.file_id)
    returning f.storage_key as key`.execute(db);
  const [file] = rows;
  if (file === undefined) return undefined;
  const storage = storageOf(config);
  const found = await storage.open(file.key);
  const bytes = 'path' in found ? await readFile(found.path) : await buffer(found.content);
  await storage.remove(file.key);
  return bytes;
}
