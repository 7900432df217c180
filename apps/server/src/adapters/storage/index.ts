import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, type S3Config } from '../../config.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage } from './s3.ts';

/** What is stored: a file of this machine, which can be sent in parts, or a stream. */
export type StoredContent = { readonly path: string } | { readonly content: Readable; readonly size: number };

/** Keeps files by key (`files/2026/11/…`). Keys are made by the platform, never by a request. */
export interface Storage {
  /** Takes the file at `path` away and keeps it under `key`. */
  put(key: string, path: string): Promise<void>;
  /** @throws AppError 1017 (404) when there is nothing under `key` */
  open(key: string): Promise<StoredContent>;
  /** Removes what is under `key`, if anything. */
  remove(key: string): Promise<void>;
}

function given(s3: S3Config | undefined): S3Config {
  if (s3 === undefined) throw new ConfigError('STORAGE_URL: s3:// needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY');
  return s3;
}

const storages = new Map<string, Storage>();

/**
 * The storage of STORAGE_URL.
 * @throws ConfigError for a kind of storage that this release does not have
 */
export function storageOf({ storageUrl, s3 }: Pick<Config, 'storageUrl' | 's3'>): Storage {
  const known = storages.get(storageUrl);
  if (known !== undefined) return known;
  const url = new URL(storageUrl);
  const storage = url.protocol === 'file:' ? new DiskStorage(fileURLToPath(url)) : new S3Storage(url, given(s3));
  storages.set(storageUrl, storage);
  return storage;
}
