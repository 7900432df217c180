import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import type { Tx } from '../../db/pool.ts';
import type { UploadFacts } from '@wheelhouse/entities/media';
import type { App } from '../../http/context.ts';

/** An uploaded file in memory; undefined when there is none of that id, or it is larger than `most` bytes. */
export async function storedBytes(
  app: Pick<App, 'config'>,
  tx: Tx,
  fileId: string,
  most: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key: string; size: number }>`
    select storage_key as key, size::int as size from sys_file where file_id = ${fileId}`.execute(tx);
  const [file] = rows;
  if (!file || file.size > most) return undefined;
  const found = await storageOf(app.config).open(file.key);
  if ('path' in found) return readFile(found.path);
  const parts: Buffer[] = [];
  for await (const part of found.content) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** What was read from the bytes of an upload; undefined when there is none of that id. */
export async function uploadFacts(tx: Tx, fileId: string): Promise<UploadFacts | undefined> {
  const { rows } = await sql<UploadFacts>`
    select size::float8 as size, width, height, duration_ms as "durationMs", codec from sys_file where file_id = ${fileId}`.execute(
    tx,
  );
  return rows[0];
}
