import { createHash } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Copies what the copy lacks and removes nothing from it, as docs/operations.md says. Uploads never change. */
export const copyUploads = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, force: false, preserveTimestamps: true, filter: (path) => !path.endsWith('.part') });

export interface UploadCounts {
  /** Uploads that rows name. */
  readonly named: number;
  /** Of those, uploads that are not there, or whose bytes are others. */
  readonly wrong: number;
  /** Files that no row names. */
  readonly unnamed: number;
}

/** Every upload that a row names, against what is there. */
export async function compareUploads(pool: pg.Pool, dir: string): Promise<UploadCounts> {
  const { rows } = await pool.query<{ key: string; sha256: string }>('select storage_key as key, sha256 from sys_file');
  let wrong = 0;
  for (const { key, sha256 } of rows) {
    const bytes = await readFile(join(dir, ...key.split('/'))).catch(() => undefined);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) wrong++;
  }
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  return { named: rows.length, wrong, unnamed: files.filter((entry) => entry.isFile()).length - rows.length };
}
