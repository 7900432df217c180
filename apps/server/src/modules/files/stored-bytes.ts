import { open, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { UploadFacts } from '@wheelhouse/entities/media';
import type { App } from '../../http/context.ts';

/** An uploaded file in memory; undefined when there is none of that id, or it is larger than `most` bytes. */
export async function storedBytes(
  app: Pick<App, 'config'>,
  tx: Db | Tx,
  fileId: string,
  most: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key: string; size: number }>`
    select storage_key as key, size::int as size from sys_file where file_id = ${fileId}`.execute(tx);
  const [file] = rows;
  if (!file || file.size > most) return undefined;
  const found = await storageOf(app.config).open(file.key);
  return 'path' in found ? readFile(found.path) : collected(found.content);
}

async function collected(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Reads places of a file, however large it is. */
export interface StoredReader {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Bytes from a place on; fewer where the file ends. */
  read(from: number, length: number): Promise<Buffer>;
}

/** A reader of an uploaded file; undefined when there is none of that id. */
export async function storedReader(
  app: Pick<App, 'config'>,
  executor: Db | Tx,
  fileId: string,
): Promise<StoredReader | undefined> {
  const { rows } = await sql<{ key: string; size: number; sha256: string }>`
    select storage_key as key, size::float8 as size, sha256 from sys_file where file_id = ${fileId}`.execute(executor);
  const [file] = rows;
  if (!file) return undefined;
  const { key, size, sha256 } = file;
  return {
    size,
    sha256,
    async read(from, length) {
      const end = Math.min(from + length, size);
      if (from < 0 || end <= from) return Buffer.alloc(0);
      const found = await storageOf(app.config).open(key, `bytes=${from}-${end - 1}`);
      if ('path' in found) return partOf(found.path, from, end - from);
      const bytes = await collected(found.content);
      return found.range === undefined ? bytes.subarray(from, end) : bytes;
    },
  };
}

async function partOf(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What was read from the bytes of an upload; undefined when there is none of that id. */
export async function uploadFacts(tx: Tx, fileId: string): Promise<UploadFacts | undefined> {
  const { rows } = await sql<UploadFacts>`
    select size::float8 as size, width, height, duration_ms as "durationMs", codec from sys_file where file_id = ${fileId}`.execute(
    tx,
  );
  return rows[0];
}
