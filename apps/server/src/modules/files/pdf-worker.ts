import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfMessage, PdfPage, PdfStretch, StretchAnswer } from './pdf.ts';
import { lacksFonts } from './pdf-fonts.ts';
import { encodePng } from './png.ts';

/** Pixels of a page: a poster is drawn coarser rather than not at all. */
const mostPixels = 12_000_000;
const pointsPerInch = 72;
/** Characters of a page that are kept. */
const longestText = 20_000;

type Document = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

const say = (message: PdfMessage) => parentPort?.postMessage(message);

/** The text of a page, without control characters other than line ends and tabs. */
const textOf = (page: ReturnType<Document['getPage']>): string =>
  page
    .getText()
    .slice(0, 2 * longestText)
    .normalize('NFC')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, longestText)
    .toWellFormed();

async function drawPages(document: Document, count: number, stretch: PdfStretch): Promise<StretchAnswer> {
  const { dir, dpi, from, turnMs, withText = false } = stretch;
  const pages: PdfPage[] = [];
  const until = performance.now() + turnMs;
  for (let index = from; index < count; index++) {
    if (index > from && performance.now() > until) return { pages, count, next: index };
    say('page');
    const page = document.getPage(index);
    // Drawing closes the page.
    const text = withText ? textOf(page) : '';
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const wanted = dpi / pointsPerInch;
    const scale = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, originalWidth * originalHeight)));
    const { width, height, data } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
    const path = join(dir, `${page.number + 1}.png`);
    await writeFile(path, await encodePng(data, width, height), { mode: 0o600 });
    pages.push({ page: page.number + 1, path, width, height, text });
  }
  return { pages, count };
}

async function convert(order: PdfStretch): Promise<StretchAnswer> {
  const library = await PDFiumLibrary.init();
  const bytes = await readFile(order.path);
  const document = await library.loadDocument(bytes);
  const count = document.getPageCount();
  if (count > order.maxPages) return { refused: 'pages' };
  if (order.from === 0 && lacksFonts(bytes)) return { refused: 'fonts' };
  return drawPages(document, count, order);
}

function reasonOf(error: unknown): StretchAnswer {
  // The library stops itself when its memory is full; a broken document it refuses by an ordinary error.
  if (error instanceof Error && error.name === 'RuntimeError') return { refused: 'effort' };
  // The library reports a locked document only in the text of its error.
  return { refused: error instanceof Error && /password/i.test(error.message) ? 'encrypted' : 'broken' };
}

// The parent gives an order of this type and nothing else.
say(await convert(workerData as PdfStretch).catch(reasonOf));
