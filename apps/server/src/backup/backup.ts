import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { versionLabel } from '@wheelhouse/contract/envelope';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { type Config, readSecrets } from '../config.ts';
import { Servers } from '../db/servers.ts';
import { proveKey } from '../entity/sealing-key.ts';
import { type AddEntry, writeArchive } from './archive.ts';
import { migrationsOf, partitionsOf, sequencesOf, type TableCopy, tablesOf } from './catalogue.ts';
import { Digest, type End, endEntry, type Head, headEntry, type Holdings, holdingsOf } from './manifest.ts';

/** Bytes of a table that are held before they are written: the size of an entry stands in front of it. */
const pieceBytes = 8 * 1024 * 1024;

/** Keys that the platform has made for itself: without them sealed data cannot be read. */
export const keyFiles = ['secret.key', 'simulator.key'] as const;

/** A backup that is made. */
interface Made extends Holdings {
  /** The moment that it holds. */
  readonly time: string;
  readonly sha256: string;
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function addJson(add: AddEntry, name: string, value: Head | End): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value, undefined, 1));
  await add(name, bytes.length, one(bytes));
}

/** The rows of a table in entries of some megabytes. @returns rows */
async function addTable(add: AddEntry, client: pg.Client, { name, columns }: TableCopy): Promise<number> {
  // A query: partitioned tables cannot be copied by their name.
  const stream = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
  let piece: Uint8Array[] = [];
  let [bytes, count] = [0, 0];
  const flush = async (): Promise<void> => {
    const whole = Buffer.concat(piece);
    [piece, bytes] = [[], 0];
    await add(`tables/${name}/${String(count++).padStart(6, '0')}`, whole.length, one(whole));
  };
  const chunks: AsyncIterable<Buffer> = stream;
  for await (const chunk of chunks) {
    piece.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await flush();
  }
  if (bytes > 0) await flush();
  return stream.rowCount;
}

/** A file as long as it was when it was opened. Uploads get their name when they are whole, and are then never changed. */
async function addFile(add: AddEntry, name: string, path: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    // Removed meanwhile: no row of the snapshot needs it, since rows go first.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    const { size } = await file.stat();
    await add(
      name,
      size,
      size === 0
        ? one(Buffer.alloc(0))
        : createReadStream(path, { fd: file.fd, autoClose: false, start: 0, end: size - 1 }),
    );
  } finally {
    await file.close();
  }
  return true;
}

async function addUploads(add: AddEntry, dir: string): Promise<number> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  let files = 0;
  for (const entry of found) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const path = join(entry.parentPath, entry.name);
    if (await addFile(add, `files/${relative(dir, path).replaceAll(sep, '/')}`, path)) files++;
  }
  return files;
}

async function addKeys(add: AddEntry, { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): Promise<void> {
  for (const name of keyFiles) {
    if (name === 'secret.key' && secretKey !== undefined) continue;
    const bytes = await readFile(join(dataDir, name)).catch(() => undefined);
    if (bytes !== undefined) await add(`keys/${name}`, bytes.length, one(bytes));
  }
}

/**
 * Writes everything that an installation holds to one file, as it was at one moment, while the platform runs: the rows of all tables, the
 * uploads, and the keys that it made for itself. `restore` reads it back, into this release of PostgreSQL or another one.
 * @param url of the database
 * @throws Error when the file is there already, ConfigError when the key is another one; nothing is left of a backup that fails
 */
export async function backup(
  config: Pick<Config, 'dataDir' | 'secretKey' | 'storageUrl'>,
  { url, file, log }: { readonly url: string; readonly file: string; readonly log: Logger },
): Promise<Made> {
  const storage = new URL(config.storageUrl);
  const client = new Servers(url).client({ statement_timeout: 0 });
  await client.connect();
  const end: End = { rows: {}, files: 0, sha256: '' };
  const time = new Date().toISOString();
  try {
    // Whoever has lost the key hears of it now, not when the backup is needed.
    await proveKey(client, readSecrets(config), { config, log });
    await client.query('begin isolation level repeatable read read only');
    const head: Head = {
      format: 1,
      version: versionLabel,
      time,
      migrations: [...(await migrationsOf(client))],
      tables: (await tablesOf(client)).map(({ name, columns }) => ({ name, columns: [...columns] })),
      partitions: [...(await partitionsOf(client))],
      sequences: [...(await sequencesOf(client))],
      filesElsewhere: storage.protocol !== 'file:',
    };
    await writeArchive(file, async (add) => {
      const digest = new Digest();
      const addDigested: AddEntry = (name, bytes, content) => add(name, bytes, digest.of(name, content));
      await addJson(add, headEntry, head);
      for (const table of head.tables) end.rows[table.name] = await addTable(addDigested, client, table);
      // After the rows: a file that a row of the snapshot names is there.
      if (!head.filesElsewhere) end.files = await addUploads(addDigested, fileURLToPath(storage));
      await addKeys(addDigested, config);
      end.sha256 = digest.value();
      await addJson(add, endEntry, end);
    });
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { ...holdingsOf(end), time, sha256: end.sha256 };
}
