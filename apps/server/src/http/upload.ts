import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './context.ts';
import { AppError } from './errors.ts';

/** A multipart body, received. */
export interface Upload {
  readonly files: UploadedFile[];
  readonly fields: Record<string, string>;
}

interface UploadLimits {
  readonly maxBytes: number;
  readonly maxFiles?: number;
  readonly dataDir: string;
}

const maxFields = 50;

/**
 * Streams the files of a multipart body into DATA_DIR/tmp.
 * @throws AppError 1032 (file over `maxBytes`), 1014 (too many files or fields)
 */
export async function receiveUpload(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
  const dir = join(limits.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const upload: Upload = { files: [], fields: {} };
  const parts = request.parts({
    limits: {
      fileSize: limits.maxBytes,
      files: limits.maxFiles ?? 1,
      fields: maxFields,
      fieldSize: 64 * 1024,
      parts: maxFields + (limits.maxFiles ?? 1),
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        upload.fields[part.fieldname] = String(part.value);
        continue;
      }
      const path = join(dir, randomUUID());
      const file = { field: part.fieldname, fileName: part.filename, mimeType: part.mimetype, path, size: 0 };
      upload.files.push(file);
      await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated) throw new AppError(1032, { n: Math.floor(limits.maxBytes / 1024 / 1024) });
      file.size = part.file.bytesRead;
    }
  } catch (error) {
    await removeUploads(upload.files);
    // The parser's own complaints about a broken body carry no code, unlike those of Fastify and of the file system.
    throw error instanceof Error && 'code' in error
      ? error
      : new AppError(1015, undefined, { status: 400, cause: error });
  }
  return upload;
}

/** Removes what a call has not moved elsewhere. */
export async function removeUploads(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })));
}
