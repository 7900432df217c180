import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldError } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { CallContext } from '../../http/context.ts';
import { importTexts } from './texts.ts';
import { issueFile } from '../issue.ts';
import type { NumberedRow } from '../../sheet/read.ts';
import { type Cell, startWorkbook, styles } from '../../sheet/write.ts';
import { fileSink } from '../../sheet/zip.ts';

/** What could not be imported. */
export interface Failures {
  /** The sheet's heading row. */
  readonly heading: readonly Cell[];
  readonly rows: readonly NumberedRow[];
  readonly errors: ReadonlyMap<number, readonly FieldError[]>;
  /** Place of the reason column of an earlier error workbook; −1 when there is none. */
  readonly reasonAt: number;
}

async function write(
  path: string,
  title: string,
  { heading, rows, errors, reasonAt }: Failures,
  reason: string,
): Promise<void> {
  const keep = (cells: readonly Cell[]) => heading.map((_, i) => cells[i] ?? null).filter((_, i) => i !== reasonAt);
  const file = await fileSink(path);
  try {
    const workbook = await startWorkbook(file.sink, [title]);
    const columns = keep(heading).map((cell) => ({
      title: cell === null ? '' : String(cell),
      width: 18,
      empty: styles.text,
    }));
    const sheet = await workbook.sheet([...columns, { title: reason, width: 60 }]);
    const failed = rows.filter((row) => errors.has(row.number));
    await sheet.rows(
      failed.map((row) => [
        ...keep(row.cells),
        [...new Set(errors.get(row.number)?.map((error) => error.message))].join('; '),
      ]),
    );
    await sheet.end();
    await workbook.finish();
  } finally {
    await file.close();
  }
}

/**
 * The rows that were not imported as a workbook for their owner: the columns as they were sent, and why. Corrected, it can be imported again.
 * @returns the file's name for `/common/download`
 */
export async function issueFailures(ctx: CallContext, entity: EntityDef, failures: Failures): Promise<string> {
  const path = join(ctx.app.config.dataDir, 'tmp', `${randomUUID()}.xlsx`);
  const reason = importTexts.reason[ctx.lang];
  try {
    await write(path, entity.label[ctx.lang], failures, reason);
    return await issueFile(ctx, `${entity.label[ctx.lang]}_${reason}.xlsx`, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
