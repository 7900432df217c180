import type { CallContext } from '../../http/context.ts';
import { writeTaker } from './info.ts';
import { issueMade } from '../issue.ts';
import { startWorkbook, type Cell, type SheetColumn } from '../../sheet/write.ts';
import { fileSink } from '../../sheet/zip.ts';

type Portion = readonly (readonly Cell[])[];

/** A table of rows that are no entity's. */
interface Sheet {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** Rows a portion at a time: memory does not grow with them. */
  readonly portions: Iterable<Portion> | AsyncIterable<Portion>;
}

/** A table to be issued as a workbook. */
export interface SheetOrder extends Sheet {
  /** Name of the file, unless it is that of the sheet. */
  readonly fileName?: string;
  /** Logs the export before the file can be fetched. */
  readonly log?: () => Promise<void>;
}

/** Several tables in one workbook, whose sheets have different names. */
export interface SheetsOrder extends Pick<SheetOrder, 'log'> {
  readonly fileName: string;
  readonly sheets: readonly Sheet[];
}

/** Writes tables to a workbook for the caller alone, with their name and the time below the last one. @returns its name for `/common/download` */
export function issueSheets(ctx: CallContext, { fileName, sheets, log }: SheetsOrder): Promise<string> {
  return issueMade(ctx, `${fileName}.xlsx`, async (path) => {
    const file = await fileSink(path);
    try {
      const workbook = await startWorkbook(
        file.sink,
        sheets.map(({ title }) => title),
      );
      for (const [at, { columns, portions }] of sheets.entries()) {
        const sheet = await workbook.sheet(columns);
        for await (const rows of portions) await sheet.rows(rows);
        if (at === sheets.length - 1) await writeTaker(sheet, ctx.user, new Date(), ctx.lang);
        await sheet.end();
      }
      await workbook.finish();
    } finally {
      await file.close();
    }
    await log?.();
  });
}

/** The same of one table. */
export function issueSheet(ctx: CallContext, { fileName, log, ...sheet }: SheetOrder): Promise<string> {
  return issueSheets(ctx, { fileName: fileName ?? sheet.title, sheets: [sheet], ...(log && { log }) });
}
