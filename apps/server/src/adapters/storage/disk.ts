import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../http/errors.ts';
import type { Storage, StoredContent } from './adapter.ts';

/** Files under one folder; other processes must see the same one. */
export class DiskStorage implements Storage {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.#pathOf(key);
    await mkdir(dirname(target), { recursive: true });
    try {
      await rename(path, target);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
      // Another file system: never a half-written file under the final name.
      await copyFile(path, `${target}.part`);
      await rename(`${target}.part`, target);
      await rm(path, { force: true });
    }
  }

  async open(key: string): Promise<StoredContent> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new AppError(1017, undefined, { status: 404 });
    return { path };
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    if (!/^[\w-]+(\/[\w-]+(\.\w+)?)+$/.test(key)) throw new Error('storage key is malformed');
    return join(this.#dir, ...key.split('/'));
  }
}
