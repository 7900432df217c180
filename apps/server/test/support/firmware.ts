import type { TestApp } from './app.ts';
import { keepFile } from './keep-file.ts';

/** Keeps a package as the upload of a user. @returns its file id */
export const keepPackage = ({ app }: TestApp, bytes: Buffer, userId = '1', name = 'firmware.bin'): Promise<string> =>
  keepFile(app, {
    name,
    biz: 'firmware',
    contentType: 'application/octet-stream',
    bytes,
    uploader: { type: 'user', id: userId },
  });

/** Keeps a report of a test. @returns its file id */
export const keepReport = ({ app }: TestApp, userId = '1'): Promise<string> =>
  keepFile(app, {
    name: 'report.pdf',
    biz: 'pdf',
    contentType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4\n'),
    uploader: { type: 'user', id: userId },
  });
