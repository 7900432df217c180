import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDay } from '@wheelhouse/contract/time';
import { storageOf } from '../../adapters/storage/index.ts';
import type { App } from '../../http/context.ts';
import { newFileId, pixelsIn } from '../../modules/files/service.ts';
import type { CopyRow } from './copy.ts';
import type { Pictures } from './vehicles/rows-vehicles.ts';

const assets = fileURLToPath(new URL('../assets/', import.meta.url));

export interface StoredPictures extends Pictures {
  /** A document that proves something: `invoice`, `contract`, `id`, `receipt`. */
  readonly evidence: (name: string) => string | null;
  /** Rows of `sys_file`. */
  readonly rows: readonly CopyRow[];
}

/** Keeps the demo's pictures in the storage, each once, whatever shows it. */
export async function storePictures(app: Pick<App, 'config'>, now: Date): Promise<StoredPictures> {
  const spool = join(app.config.dataDir, 'tmp');
  await mkdir(spool, { recursive: true });
  const names = (await readdir(assets)).filter((name) => name.endsWith('.png'));
  const kept = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(assets, name));
      const fileId = newFileId();
      const storageKey = `files/${formatDay(now).slice(0, 7).replace('-', '/')}/${fileId}`;
      // The storage takes the file it is given away.
      const path = join(spool, randomUUID());
      await copyFile(join(assets, name), path);
      await storageOf(app.config).put(storageKey, path);
      const row = {
        file_id: fileId,
        biz: name.startsWith('avatar') ? 'avatar' : 'image',
        name,
        content_type: 'image/png',
        size: bytes.length,
        ...pixelsIn(bytes, 'image/png'),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        storage_key: storageKey,
        uploader_type: 'system',
      };
      return [name.slice(0, -'.png'.length), fileId, row] as const;
    }),
  );
  const ids = new Map(kept.map(([name, fileId]) => [name, fileId]));
  const idOf = (name: string): string | null => ids.get(name) ?? null;
  return {
    vehicle: (silhouette, color) => idOf(`vehicle-${silhouette}-${color.toLowerCase()}`),
    cover: (series) => idOf(`cover-${series.toLowerCase()}`),
    avatar: (at) => idOf(`avatar-${at}`),
    shop: (at) => idOf(`shop-${at}`),
    evidence: (name) => idOf(`evidence-${name}`),
    rows: kept.map(([, , row]) => row),
  };
}
