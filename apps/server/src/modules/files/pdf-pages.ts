import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Insertable, sql } from 'kysely';
import { storageOf } from '../../adapters/storage/index.ts';
import { hashOf } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import type { Lang } from '@wheelhouse/contract/lang';
import { mebibyte } from './kinds.ts';
import { drawPdf, type PdfPage, type PdfRefusal } from './pdf.ts';
import { filesDb, type FilesTables } from './tables.ts';

export const mostPages = 200;
const mostMb = 50;
const texts = {
  pages: { zh: '不能超过{n}页', en: 'At most {n} {n|page|pages}' },
  effort: { zh: '文档过于复杂', en: 'The document is too complex' },
  fonts: {
    zh: '文档有字体未嵌入，文字无法显示，请嵌入字体后重新导出',
    en: 'Fonts are not embedded, their text cannot be shown: export the document with its fonts',
  },
} as const;

/** A picture of a page of a PDF. */
export interface PageImage {
  readonly page: number;
  readonly fileId: string;
  readonly width: number;
  readonly height: number;
}

type Parts = Pick<App, 'db' | 'config' | 'secrets'>;

function refusal(why: PdfRefusal, lang: Lang): AppError {
  if (why === 'encrypted') return new AppError(1033);
  if (why === 'broken') return new AppError(1031);
  return refuseField({ lang }, 'fileId', texts[why], { n: String(mostPages) });
}

/** Pictures of a document that were drawn for the same purpose. */
interface PageSet {
  readonly fileId: string;
  readonly set: string;
}

/** Pages are kept under names that follow from their document, so that drawing it again finds them. */
const keyOf = ({ fileId, set }: PageSet, page: number) => `pages/${fileId}/${set}-${page}`;
const idOf = ({ secrets }: Parts, key: string) => hashOf(secrets, `page ${key}`).toString('base64url');

async function drawnBefore(app: Parts, fileId: string, dpi: number): Promise<PageImage[]> {
  const rows = await filesDb(app.db)
    .selectFrom('sys_file')
    .select(['fileId', 'name'])
    .where(
      sql<boolean>`storage_key collate "C" >= ${`pages/${fileId}/${dpi}-`} and storage_key collate "C" < ${`pages/${fileId}/${dpi}.`}`,
    )
    .execute();
  const pages = rows.flatMap((row) => {
    const [, page, width, height] = /^(\d+)_(\d+)x(\d+)\.png$/.exec(row.name) ?? [];
    return page === undefined
      ? []
      : [{ page: Number(page), fileId: row.fileId, width: Number(width), height: Number(height) }];
  });
  return pages.toSorted((a, b) => a.page - b.page);
}

/** Copies a stored file to this machine. */
export async function fetchTo(app: Pick<App, 'config'>, storageKey: string, path: string): Promise<void> {
  const stored = await storageOf(app.config).open(storageKey);
  await ('path' in stored
    ? copyFile(stored.path, path)
    : pipeline(stored.content, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
}

/** Keeps pictures of pages; those that are there already stay. */
export async function keepPages(app: Parts, of: PageSet, pages: readonly PdfPage[]): Promise<PageImage[]> {
  const rows: Insertable<FilesTables['sys_file']>[] = [];
  const images: PageImage[] = [];
  for (const { page, path, width, height } of pages) {
    const storageKey = keyOf(of, page);
    const bytes = await readFile(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await storageOf(app.config).put(storageKey, path);
    const fileId = idOf(app, storageKey);
    const name = `${page}_${width}x${height}.png`;
    rows.push({
      fileId,
      biz: 'image',
      name,
      contentType: 'image/png',
      size: bytes.length,
      sha256,
      storageKey,
      uploaderType: 'system',
      uploaderId: null,
    });
    images.push({ page, fileId, width, height });
  }
  if (rows.length === 0) return images;
  // All of a stretch or none.
  await filesDb(app.db)
    .insertInto('sys_file')
    .values(rows)
    .onConflict((conflict) => conflict.column('fileId').doNothing())
    .execute();
  return images;
}

/**
 * Pictures of the pages of an uploaded PDF. Whether the user may see it, the caller has asked.
 * @throws AppError 1002 no such file, 1031 no PDF, 1032 over 50 MB, 1033 encrypted, 1001 over 200 pages, too complex or without its fonts, 1037 when
 *   several documents of the user are waiting already
 */
export async function pdfPages(
  app: Parts,
  fileId: string,
  options: { readonly dpi: number; readonly lang: Lang; readonly userId: string },
): Promise<PageImage[]> {
  const { dpi, lang, userId } = options;
  const file = await filesDb(app.db)
    .selectFrom('sys_file')
    .select(['contentType', 'size', 'storageKey'])
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (file === undefined) throw new AppError(1002);
  if (file.contentType !== 'application/pdf') throw new AppError(1031);
  if (Number(file.size) > mostMb * mebibyte) throw new AppError(1032, { n: mostMb });
  const before = await drawnBefore(app, fileId, dpi);
  if (before.length > 0) return before;
  const dir = join(app.config.dataDir, 'tmp', randomUUID());
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    const path = join(dir, 'document.pdf');
    await fetchTo(app, file.storageKey, path);
    const answer = await drawPdf({ path, dir, dpi, maxPages: mostPages }, userId, app.config.pdfPageSeconds * 1000);
    if ('refused' in answer) throw refusal(answer.refused, lang);
    return await keepPages(app, { fileId, set: String(dpi) }, answer.pages);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
