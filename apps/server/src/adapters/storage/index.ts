import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, type S3Config } from '../../config.ts';
import type { Storage } from './adapter.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage } from './s3.ts';

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
