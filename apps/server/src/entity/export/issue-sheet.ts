import type { CallContext } from '../../http/context.ts';
import { writeTaker } from './info.ts';
import { issueMade } from '../issue.ts';
import type { SheetChart } from '../../sheet/charts.ts';
import { startWorkbook, type Cell, type SheetColumn } from '../../sheet/write.ts';
import { fileSink, type Sink } from '../../sheet/zip.ts';

type Portion = readonly (readonly Cell[])[];

/** A table of rows that are no entity's. */
export interface Sheet {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** Rows a portion at a time: memory does not grow with them. */
  readonly portions: Iterable<Portion> | AsyncIterable<Portion>;
  readonly charts?: readonly SheetChart[];
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

/** Writes tables as a workbook, with who takes it and the time below the last one. */
export async function writeSheets(
  sink: Sink,
  sheets: readonly Sheet[],
  { user, lang }: Pick<CallContext, 'user' | 'lang'>,
): Promise<void> {
  const workbook = await startWorkbook(
    sink,
    sheets.map(({ title }) => title),
  );
  for (const [at, { columns, portions, charts }] of sheets.entries()) {
    const sheet = await workbook.sheet(columns, charts);
    for await (const rows of portions) await sheet.rows(rows);
    if (at === sheets.length - 1) await writeTaker(sheet, user, new Date(), lang);
    await sheet.end();
  }
  await workbook.finish();
}

/** Writes tables to a workbook for the caller alone, with their name and the time below the last one. @returns its name for `/common/download` */
export function issueSheets(ctx: CallContext, { fileName, sheets, log }: SheetsOrder): Promise<string> {
  return issueMade(ctx, `${fileName}.xlsx`, async (path) => {
    const file = await fileSink(path);
    try {
      await writeSheets(file.sink, sheets, ctx);
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
