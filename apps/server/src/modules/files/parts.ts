import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storageOf } from '../../adapters/storage/index.ts';
import type { App } from '../../http/context.ts';
import { mebibyte } from './kinds.ts';

/** Bytes of every part but the last. What a broken connection costs at most. */
export const partBytes = 4 * mebibyte;
/** How many parts a file of so many bytes has. */
export const partsOf = (size: number): number => Math.ceil(size / partBytes);
export const partKey = (uploadId: string, no: number): string => `parts/${uploadId}-${no}`;

/** A file that comes in parts. */
interface InParts {
  readonly uploadId: string;
  /** Bytes. */
  readonly size: string;
}

/** The parts one after the other, in a file of this machine; never more than a piece of them in memory. */
export async function assemble(
  app: Pick<App, 'config'>,
  { uploadId, size }: InParts,
): Promise<{ path: string; sha256: string }> {
  const dir = join(app.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, randomUUID());
  const hash = createHash('sha256');
  const storage = storageOf(app.config);
  async function* bytes() {
    for (let no = 0; no < partsOf(Number(size)); no++) {
      const part = await storage.open(partKey(uploadId, no));
      const pieces: AsyncIterable<Buffer> = 'path' in part ? createReadStream(part.path) : part.content;
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    }
  }
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, sha256: hash.digest('hex') };
}

/** Removes the parts of a file from the storage, also those that no row knows of. */
export async function removeParts(app: Pick<App, 'config'>, { uploadId, size }: InParts): Promise<void> {
  const storage = storageOf(app.config);
  for (let no = 0; no < partsOf(Number(size)); no++) await storage.remove(partKey(uploadId, no));
}
