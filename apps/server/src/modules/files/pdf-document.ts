import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../http/context.ts';
import { fetchTo, keepPages, mostPages, type PageImage } from './pdf-pages.ts';
import { drawStretch, type PdfRefusal } from './pdf.ts';
import { filesDb } from './tables.ts';

/** A page whose picture is kept, with its text. */
export interface DrawnPage extends PageImage {
  readonly text: string;
}

interface DrawnStretch {
  readonly pages: readonly DrawnPage[];
  /** Pages of the document. */
  readonly count: number;
  /** Milliseconds that they took. */
  readonly ms: number;
}

interface DrawOrder {
  readonly fileId: string;
  readonly dpi: number;
  /** The first page, from 0. */
  readonly from: number;
  /** Of the pictures: what is drawn for the same purpose has the same names. */
  readonly set: string;
  /** Receives some pages at a time; whether to go on. */
  readonly take: (drawn: DrawnStretch) => Promise<boolean>;
}

/** So that what is done is seen, and not lost with the process. */
const turnMs = 2_000;

/**
 * Draws pages of a stored document, some at a time, and keeps their pictures. It may be repeated from any page.
 * @for pages of a PDF as pictures with their text, in the background: `content/manuals/conversion.ts`
 * @returns `done` after the last page, `stopped` where `take` said so, or why it cannot be drawn
 * @throws AppError 1037 when it does not get its turn; errors of the storage
 */
export async function drawDocument(
  app: App,
  { fileId, dpi, from, set, take }: DrawOrder,
): Promise<'done' | 'stopped' | PdfRefusal> {
  const file = await filesDb(app.db)
    .selectFrom('sys_file')
    .select(['contentType', 'storageKey'])
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (file?.contentType !== 'application/pdf') return 'broken';
  const dir = join(app.config.dataDir, 'tmp', randomUUID());
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    const path = join(dir, 'document.pdf');
    await fetchTo(app, file.storageKey, path);
    const order = { path, dir, dpi, maxPages: mostPages, withText: true, turnMs };
    for (let next: number | undefined = from; next !== undefined;) {
      const { answer, ms } = await drawStretch(order, next, set, app.config.pdfPageSeconds * 1000);
      if ('refused' in answer) return answer.refused;
      const kept = await keepPages(app, { fileId, set }, answer.pages);
      const pages = kept.map((page, n) => ({ ...page, text: answer.pages[n]?.text ?? '' }));
      if (!(await take({ pages, count: answer.count, ms }))) return 'stopped';
      next = answer.next;
    }
    return 'done';
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
