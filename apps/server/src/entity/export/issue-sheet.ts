import type { CallContext } from '../../http/context.ts';
import { writeTaker } from './info.ts';
import { issueMade } from '../issue.ts';
import { startWorkbook, type Cell, type SheetColumn } from '../../sheet/write.ts';
import { fileSink } from '../../sheet/zip.ts';

type Portion = readonly (readonly Cell[])[];

/** A table of rows that are no entity's, to be issued as a workbook. */
export interface SheetOrder {
  /** Name of the sheet, and of the file unless `fileName` says otherwise. */
  readonly title: string;
  readonly fileName?: string;
  readonly columns: readonly SheetColumn[];
  /** Rows a portion at a time: memory does not grow with them. */
  readonly portions: Iterable<Portion> | AsyncIterable<Portion>;
  /** Logs the export before the file can be fetched. */
  readonly log?: () => Promise<void>;
}

/** Writes a table to a workbook for the caller alone, with their name and the time below. @returns its name for `/common/download` */
export function issueSheet(ctx: CallContext, order: SheetOrder): Promise<string> {
  const { title, fileName = title, columns, portions, log } = order;
  return issueMade(ctx, `${fileName}.xlsx`, async (path) => {
    const file = await fileSink(path);
    try {
      const workbook = await startWorkbook(file.sink, [title]);
      const sheet = await workbook.sheet(columns);
      for await (const rows of portions) await sheet.rows(rows);
      await writeTaker(sheet, ctx.user, new Date(), ctx.lang);
      await sheet.end();
      await workbook.finish();
    } finally {
      await file.close();
    }
    await log?.();
  });
}
