import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import { drawPdf, pixelsIn, type PdfPage } from '../../../modules/files/service.ts';
import type { App } from '../../../http/context.ts';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface Booklet {
  /** Of its document below `assets/manuals`. */
  readonly file: 'user-zh' | 'battery-zh' | 'user-en';
  readonly title: string;
  /** D:ManualType. */
  readonly type: string;
  readonly lang: 'zh' | 'en';
  readonly version: string;
  readonly note?: string;
  readonly catalog: readonly string[];
  readonly downloads: number;
  /** A draft whose document is still to be converted. */
  readonly isNew?: true;
}

/** The first page of a document is its cover. */
const firstChapter = 2;

// prettier-ignore
const booklets: readonly Booklet[] = [
  { file: 'user-zh', title: '电动车用户手册', type: '1', lang: 'zh', version: 'V1.0', downloads: 1_862, catalog: ['安全须知', '首次使用', '骑行', '充电与电池', '保养周期'] },
  { file: 'battery-zh', title: '锂电池手册', type: '3', lang: 'zh', version: 'V1.0', downloads: 734, catalog: ['规格', '存放', '回收'] },
  { file: 'user-en', title: 'Scooter user manual', type: '1', lang: 'en', version: 'V1.0', downloads: 121, catalog: ['Safety', 'First use', 'Riding', 'Charging'] },
  { file: 'user-zh', title: '电动车用户手册（修订）', type: '1', lang: 'zh', version: 'V1.1', downloads: 0, catalog: [], isNew: true, note: '补充保养周期。' },
];

const mebibyte = 1024 * 1024;
const [dpi, maxPages, pageMs] = [110, 20, 60_000];

export interface ManualOptions {
  readonly app: Pick<App, 'config'>;
  readonly admin: string | null;
}

/** The pages of a document as they are drawn in the background, in the order of the document. */
async function pagesOf(path: string): Promise<readonly (PdfPage & { readonly bytes: Buffer })[]> {
  const dir = await mkdtemp(join(tmpdir(), 'manual-'));
  try {
    const answer = await drawPdf({ path, dir, dpi, maxPages, withText: true }, 'demo', pageMs);
    if ('refused' in answer) throw new Error(`${path}: ${answer.refused}`);
    return await Promise.all(answer.pages.map(async (page) => ({ ...page, bytes: await readFile(page.path) })));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Manuals of the models on the shelf, and a new version that is still being converted. Needs the models. */
export async function makeManuals(
  client: PoolClient,
  { now, models }: World,
  { app, admin }: ManualOptions,
): Promise<void> {
  const made = booklets.map((booklet) => ({ ...booklet, id: '' }));
  await giveIds(client, 'cnt_instruction', made);
  const shown = models.filter(({ shelf }) => shelf === 1).map(({ id }) => id);
  const [rows, pages, conversions]: [CopyRow[], CopyRow[], CopyRow[]] = [[], [], []];
  for (const [at, booklet] of made.entries()) {
    const path = fileURLToPath(new URL(`../../assets/manuals/${booklet.file}.pdf`, import.meta.url));
    const bytes = await readFile(path);
    const name = `${booklet.title}.pdf`;
    const pdf = await keepDemoFile(app, now, { biz: 'pdf', name, contentType: 'application/pdf', bytes });
    await copyRows(client, 'sys_file', [pdf.row]);
    const drawn = booklet.isNew ? [] : await pagesOf(path);
    for (const { page, text, bytes: picture } of drawn) {
      const pixels = pixelsIn(picture, 'image/png');
      const facts = { width: pixels.width ?? 0, height: pixels.height ?? 0 };
      const image = { biz: 'image', name: `${page}.png`, contentType: 'image/png', bytes: picture, facts } as const;
      const file = await keepDemoFile(app, now, image);
      await copyRows(client, 'sys_file', [file.row]);
      pages.push({ instruction_id: booklet.id, pdf_file: pdf.id, page, file_id: file.id, ...facts, text });
    }
    if (booklet.isNew) conversions.push({ instruction_id: booklet.id });
    rows.push({
      id: booklet.id,
      title: booklet.title,
      vehicle_type_ids: shown,
      manual_type: booklet.type,
      lang: booklet.lang,
      doc_version: booklet.version,
      pdf_file: pdf.id,
      catalog: JSON.stringify(booklet.catalog.map((title, n) => ({ title, page: n + firstChapter }))),
      change_note: booklet.note ?? null,
      pages: booklet.isNew ? null : drawn.length,
      size_mb: Math.max(0.01, Number((bytes.length / mebibyte).toFixed(2))),
      conversion: booklet.isNew ? 0 : 1,
      converted_pages: drawn.length,
      download_count: booklet.downloads,
      shelf_status: booklet.isNew ? 0 : 1,
      ...marks(now, admin, officeTime(now, 60 - at * 9, at)),
    });
  }
  await copyRows(client, 'cnt_instruction', rows);
  await copyRows(client, 'cnt_instruction_page', pages);
  await copyRows(client, 'cnt_instruction_conversion', conversions);
}
