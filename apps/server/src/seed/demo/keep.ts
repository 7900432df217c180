import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDay } from '@wheelhouse/contract/time';
import { storageOf } from '../../adapters/storage/index.ts';
import type { App } from '../../http/context.ts';
import { newFileId } from '../../modules/files/service.ts';
import type { CopyRow } from './copy.ts';

interface DemoFile {
  readonly biz: 'apk' | 'audio' | 'evidence' | 'firmware' | 'image' | 'model' | 'pdf' | 'video';
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** What the server would read from the bytes. */
  readonly facts?: { readonly width: number; readonly height: number; readonly durationMs?: number };
}

/** Puts a file of the demo into the storage. @returns its id and its row of `sys_file` */
export async function keepDemoFile(
  app: Pick<App, 'config'>,
  now: Date,
  { biz, name, contentType, bytes, facts }: DemoFile,
): Promise<{ readonly id: string; readonly row: CopyRow }> {
  const spool = join(app.config.dataDir, 'tmp');
  await mkdir(spool, { recursive: true });
  const fileId = newFileId();
  const storageKey = `files/${formatDay(now).slice(0, 7).replace('-', '/')}/${fileId}`;
  const path = join(spool, randomUUID());
  await writeFile(path, bytes);
  await storageOf(app.config).put(storageKey, path);
  const row: CopyRow = {
    file_id: fileId,
    biz,
    name,
    content_type: contentType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    storage_key: storageKey,
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    duration_ms: facts?.durationMs ?? null,
    codec: facts?.durationMs === undefined ? null : 'avc',
    uploader_type: 'system',
  };
  return { id: fileId, row };
}
