import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tx } from '../../db/pool.ts';
import { firstCellsOfCsv } from '../../sheet/csv.ts';
import { UnreadableFile } from '../../sheet/check.ts';
import { readSheetFile } from '../../sheet/read.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { storedBytes } from './stored-bytes.ts';

const mostBytes = 20 * 1024 * 1024;
/** A file that begins like this is a workbook; any other is read as text. */
const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

const unreadable = { zh: '文件无法读取', en: 'The file cannot be read' } as const;

interface FirstCell {
  /** Row of the file, from 1. */
  readonly number: number;
  readonly text: string;
}

async function ofWorkbook(bytes: Buffer, maxRows: number): Promise<readonly FirstCell[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wh-column-'));
  try {
    const path = join(folder, 'column.xlsx');
    await writeFile(path, bytes);
    const { rows } = await readSheetFile({ path, maxRows, maxColumns: 50 });
    return rows.map(({ number, cells: [cell = null] }) => ({ number, text: cell === null ? '' : String(cell).trim() }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The first column of an uploaded workbook or CSV, without its heading and empty cells.
 * @throws AppError 1016 more than `most` rows, 1001 unreadable, under `field`
 * @for a file whose first column names users: `readNumberList` refuses a list by its rows and keeps hashes alone; `importUsers` leaves rows out and
 * reports them
 */
export async function firstColumn(
  ctx: CallContext,
  tx: Tx,
  fileId: string,
  most: number,
  field: string,
): Promise<readonly FirstCell[]> {
  const bytes = await storedBytes(ctx.app, tx, fileId, mostBytes);
  if (bytes === undefined) throw new AppError(1017);
  let cells: readonly FirstCell[];
  try {
    // A heading and one more, to notice that there are too many.
    cells = bytes.subarray(0, 4).equals(zipMark) ? await ofWorkbook(bytes, most + 2) : firstCellsOfCsv(bytes, most + 2);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw refuseField(ctx, field, unreadable);
  }
  const filled = cells.filter(({ number, text }) => text !== '' && (number > 1 || /^\+?\d/.test(text)));
  if (filled.length > most) throw new AppError(1016, { n: most });
  return filled;
}
