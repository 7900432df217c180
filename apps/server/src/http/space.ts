import { mkdir, statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { App } from './context.ts';
import { AppError } from './errors.ts';

const mebibyte = 1024 * 1024;
/** Bytes announced by uploads that are being received, per process. */
const coming = new WeakMap<App, number>();

async function freeBytes(dir: string): Promise<number> {
  await mkdir(dir, { recursive: true });
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/**
 * Lets an upload of so many bytes begin while the disk keeps UPLOAD_FREE_FLOOR_MB: uploads stop before anything else suffers. A store
 * elsewhere (s3) has no floor.
 * @returns to be called when the upload is over
 * @throws AppError 1036
 */
export async function takeRoom(app: App, bytes: number): Promise<() => void> {
  const { storageUrl, dataDir, uploadFreeFloorMb } = app.config;
  if (uploadFreeFloorMb === 0 || !storageUrl.startsWith('file:')) return () => undefined;
  const add = (change: number) => coming.set(app, (coming.get(app) ?? 0) + change);
  add(bytes);
  const free = await Promise.all([dataDir, fileURLToPath(storageUrl)].map(freeBytes));
  if (Math.min(...free) - (coming.get(app) ?? 0) < uploadFreeFloorMb * mebibyte) {
    add(-bytes);
    throw new AppError(1036);
  }
  return () => void add(-bytes);
}
