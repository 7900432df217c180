import { withTransaction } from '../../src/db/pool.ts';
import type { App } from '../../src/http/context.ts';
import { type FileBytes, insertFile, keepBytes } from '../../src/modules/files/store.ts';

/** Keeps a file as if a user had uploaded it. @returns its id */
export async function keepFile(app: App, file: FileBytes): Promise<string> {
  const kept = await keepBytes(app, file);
  await withTransaction(app.db, (tx) => insertFile(tx, file.uploader, kept));
  return kept.fileId;
}

/** Keeps a document as if the first user of the console had uploaded it. @returns its id */
export const keepPdf = (app: App, bytes: Buffer): Promise<string> =>
  keepFile(app, {
    name: 'manual.pdf',
    biz: 'pdf',
    contentType: 'application/pdf',
    bytes,
    uploader: { type: 'user', id: '1' },
  });
