import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from './check.ts';
import type { NumberedRow, ReadAnswer, ReadOrder } from './read.ts';
import { readCells, type CellProblem, type FilledCell } from './sheet-cells.ts';
import { openWorkbook, type SheetPart, type Workbook } from './workbook.ts';
import type { Cell } from './write.ts';

/** Longest text of a cell in the format. */
const longestCell = 32_767;
const mostCharacters = 30_000_000;

const isBlank = ({ value, problem }: FilledCell): boolean =>
  problem === undefined && typeof value === 'string' && value.trim() === '';

function rowOf(number: number, filled: readonly FilledCell[]): NumberedRow {
  const cells: Cell[] = [];
  const shown: Record<number, string | null> = {};
  const problems: Record<number, CellProblem> = {};
  for (const { column, value, shown: text, problem } of filled) {
    while (cells.length < column) cells.push(null);
    cells[column] = typeof value === 'string' ? value.slice(0, longestCell) : value;
    if (text !== undefined) shown[column] = text;
    if (problem) problems[column] = problem;
  }
  return {
    number,
    cells,
    ...(Object.keys(shown).length > 0 && { shown }),
    ...(Object.keys(problems).length > 0 && { problems }),
  };
}

/** Stops at the first thing in a sheet. */
class Found extends Error {}

function hasContent(book: Workbook, sheet: SheetPart): boolean {
  try {
    readCells(book, sheet, (_, cells) => {
      if (!cells.every(isBlank)) throw new Found();
    });
    return false;
  } catch (error) {
    if (error instanceof Found) return true;
    throw error;
  }
}

/** The first sheet of a workbook, read away from the event loop; the parent bounds time and memory. */
async function read({ path, maxColumns, maxRows }: ReadOrder): Promise<ReadAnswer> {
  const book = openWorkbook(await readFile(path));
  const sheet = book.sheets.find(({ hidden }) => !hidden) ?? book.sheets[0];
  if (!sheet) return { unreadable: 'broken' };
  const rows: NumberedRow[] = [];
  let [total, characters] = [0, 0];
  readCells(book, sheet, (number, filled) => {
    if (filled.every(isBlank)) return;
    if (filled.some(({ column }) => column >= maxColumns)) throw new UnreadableFile('tooLarge');
    total++;
    if (rows.length >= maxRows) return;
    const row = rowOf(number, filled);
    // One shared text may stand in every cell, but is copied for each on its way to the parent.
    for (const cell of row.cells) if (typeof cell === 'string') characters += cell.length;
    if (characters > mostCharacters) throw new UnreadableFile('tooLarge');
    rows.push(row);
  });
  const others = book.sheets.filter((other) => other !== sheet && hasContent(book, other));
  return { rows, total, otherSheets: others.map(({ name }) => name) };
}

async function answer(order: ReadOrder): Promise<ReadAnswer> {
  try {
    return await read(order);
  } catch (error) {
    return { unreadable: error instanceof UnreadableFile ? error.reason : 'broken' };
  }
}

// The parent gives an order of this type and nothing else.
parentPort?.postMessage(await answer(workerData as ReadOrder));
