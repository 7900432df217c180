import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheetFile, type ReadSheet } from '../../src/sheet/read.ts';
import { type Cell, startWorkbook } from '../../src/sheet/write.ts';
import { memorySink, ZipWriter } from '../../src/sheet/zip.ts';

// Browser tests use these as well: what names an App belongs elsewhere, as it brings the whole server into their types.

/** A workbook of one sheet. */
export async function workbookOf(heading: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const workbook = await startWorkbook(sink, ['Sheet']);
  const sheet = await workbook.sheet(heading.map((title) => ({ title })));
  await sheet.rows(rows);
  await sheet.end();
  await workbook.finish();
  return bytes();
}

/** An archive of these files. */
export async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = new ZipWriter(sink);
  for (const [name, content] of Object.entries(files)) await zip.add(name, content);
  await zip.finish();
  return bytes();
}

/** Reads the first sheet of a workbook as an import does. */
export async function readBytes(
  bytes: Buffer,
  limits: { maxRows?: number; maxColumns?: number } = {},
): Promise<ReadSheet> {
  const path = join(tmpdir(), `wh-${randomUUID()}.xlsx`);
  await writeFile(path, bytes);
  try {
    return await readSheetFile({ path, maxRows: 100_000, maxColumns: 300, ...limits });
  } finally {
    await rm(path, { force: true });
  }
}
