import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import type { ZodType } from 'zod';
import { type Config, readSecrets, type Secrets } from '../config.ts';
import { hasMigration, migrate } from '../db/migrate.ts';
import { Servers } from '../db/servers.ts';
import { proveKey, proveKeyAt } from '../entity/sealing-key.ts';
import { type Entry, readArchive } from './archive.ts';
import { keyFiles } from './backup.ts';
import { foreignKeysOf } from './catalogue.ts';
import {
  Digest,
  type End,
  endEntry,
  endShape,
  type Head,
  headEntry,
  headShape,
  type Holdings,
  holdingsOf,
} from './manifest.ts';

/** A file that is no backup, not a whole one, or none for this release. `message` is one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Where uploads and keys go. */
type Place = Pick<Config, 'dataDir' | 'secretKey' | 'storageUrl'>;

interface Checked {
  readonly head: Head;
  readonly end: End;
}

interface Restoring {
  /** Of an empty database. */
  readonly url: string;
  readonly file: string;
  readonly log: Logger;
  /** By `checkBackup`. */
  readonly checked: Checked;
}

const mostJson = 16 * 1024 * 1024;

async function bytesOf({ content }: Entry): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > mostJson) throw new BackupError('this is no backup');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function jsonOf<T>(entry: Entry, shape: ZodType<T>): Promise<T> {
  const bytes = await bytesOf(entry);
  try {
    return shape.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new BackupError('this is no backup, or one of another kind');
  }
}

/** Reads a backup from its first to its last byte. @throws BackupError unless it is whole and for this release */
export async function checkBackup(file: string): Promise<Checked> {
  let head: Head | undefined;
  let end: End | undefined;
  const digest = new Digest();
  try {
    for await (const entry of readArchive(file)) {
      if (entry.name === headEntry) head = await jsonOf(entry, headShape);
      else if (entry.name === endEntry) end = await jsonOf(entry, endShape);
      else for await (const _ of digest.of(entry.name, entry.content));
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} is no whole backup: ${reason}`);
  }
  if (head === undefined || end === undefined) throw new BackupError(`${file} is no whole backup: its end is missing`);
  if (digest.value() !== end.sha256) throw new BackupError(`${file} is no whole backup: its contents have changed`);
  const unknown = head.migrations.find((name) => !hasMigration(name));
  if (unknown !== undefined)
    throw new BackupError(`${file} is of a newer release (${head.version}), which has the migration ${unknown}`);
  return { head, end };
}

/** Copies entries to tables; the entries of one table follow each other. */
class TableLoader {
  readonly #client: pg.Client;
  readonly #tables: ReadonlyMap<string, readonly string[]>;
  #open: { readonly name: string; readonly stream: NodeJS.WritableStream; readonly done: Promise<void> } | undefined;

  constructor(client: pg.Client, head: Head) {
    this.#client = client;
    this.#tables = new Map(head.tables.map(({ name, columns }) => [name, columns]));
  }

  async take(table: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#open?.name !== table) {
      await this.close();
      this.#begin(table);
    }
    for await (const chunk of content) if (this.#open?.stream.write(chunk) === false) await this.#drained();
  }

  #begin(name: string): void {
    const columns = this.#tables.get(name);
    if (columns === undefined) throw new BackupError(`the table ${name} is not announced`);
    const stream = this.#client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    const done = new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve);
      stream.once('error', reject);
    });
    done.catch(() => undefined);
    this.#open = { name, stream, done };
  }

  async #drained(): Promise<void> {
    const { stream, done } = this.#open ?? {};
    await Promise.race([new Promise((resolve) => stream?.once('drain', resolve)), done]);
  }

  async close(): Promise<void> {
    const { stream, done } = this.#open ?? {};
    this.#open = undefined;
    stream?.end();
    await done;
  }
}

/** Tables as a release leaves them, ready to be filled: empty, with the months that the backup has, and with nothing that reacts to rows. */
async function prepare(client: pg.Client, { tables, partitions }: Head): Promise<() => Promise<void>> {
  const keys = await foreignKeysOf(client);
  for (const { name, of, bound } of partitions)
    await client.query(`create table if not exists ${name} partition of ${of} ${bound}`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    // Made again they look at every row.
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

async function restoreFile(dir: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = name.split('/');
  if (!parts.every((part) => /^[\w-]+(\.\w+)?$/.test(part))) throw new BackupError(`a file has the name ${name}`);
  const path = join(dir, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path, { flush: true }));
}

async function restoreKey({ dataDir, secretKey }: Place, name: string, content: Buffer): Promise<void> {
  if (!keyFiles.some((known) => known === name)) throw new BackupError(`a key has the name ${name}`);
  if (name === 'secret.key' && secretKey !== undefined && secretKey.toString('hex') !== content.toString().trim())
    throw new BackupError('SECRET_KEY is not the key that the backup was sealed with');
  await writeFile(join(dataDir, name), content, { flag: 'wx', mode: 0o600 });
}

/** The key that the restored installation will work with. @throws BackupError where the backup brings none and none is given */
function keysOf(place: Place): Secrets {
  if (place.secretKey === undefined && !existsSync(join(place.dataDir, 'secret.key')))
    throw new BackupError('SECRET_KEY: the backup holds no key, give the one that it was sealed with');
  return readSecrets(place);
}

async function load(client: pg.Client, place: Place, file: string, head: Head): Promise<void> {
  const loader = new TableLoader(client, head);
  const finish = await prepare(client, head);
  for await (const entry of readArchive(file)) {
    const [kind = '', rest = ''] = /^(\w+)\/(.+)$/.exec(entry.name)?.slice(1) ?? [];
    if (kind === 'tables') await loader.take(rest.slice(0, rest.lastIndexOf('/')), entry.content);
    else await loader.close();
    if (kind === 'files') await restoreFile(fileURLToPath(place.storageUrl), rest, entry.content);
    else if (kind === 'keys') await restoreKey(place, rest, await bytesOf(entry));
    else if (kind !== 'tables') await bytesOf(entry);
  }
  await loader.close();
  for (const { name, last } of head.sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  await finish();
}

/**
 * Makes the tables of the backup's release in an empty database, fills them in one transaction, and brings them up to this release.
 * @throws Error when the database has tables already
 */
export async function restore(place: Place, { url, file, log, checked: { head, end } }: Restoring): Promise<Holdings> {
  const client = new Servers(url).client({ statement_timeout: 0 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' limit 1",
    );
    if (rows.length > 0) throw new BackupError(`the database is not empty: it has the table ${rows[0]?.name}`);
    await migrate({ url, log, to: head.migrations.at(-1) ?? '' });
    await client.query('begin');
    await load(client, place, file, head);
    await proveKey(client, keysOf(place), { config: place, log });
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate({ url, log });
  await proveKeyAt(url, keysOf(place), { config: place, log });
  return holdingsOf(end);
}
