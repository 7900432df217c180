import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import { checkArchive, UnreadableFile } from './check.ts';
import type { NumberedRow, ReadAnswer, ReadOrder } from './read.ts';
import type { Cell } from './write.ts';

/** Longest text of a cell in the format. */
const longestCell = 32_767;
const mostCharacters = 30_000_000;

/** The first sheet of a workbook, read away from the event loop; the parent bounds time and memory. */
async function read({ path, maxColumns, maxRows }: ReadOrder): Promise<ReadAnswer> {
  const bytes = await readFile(path);
  checkArchive(bytes);
  const rows = await readSheet(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), { trim: false });
  const filled: NumberedRow[] = [];
  let [total, characters] = [0, 0];
  for (const [index, row] of rows.entries()) {
    if (row.length > maxColumns) return { unreadable: 'tooLarge' };
    // Cell types of the library say `typeof Date` where they mean Date.
    const cells = (row as unknown as readonly Cell[]).map((cell) =>
      typeof cell === 'string' && cell.length > longestCell ? cell.slice(0, longestCell) : cell,
    );
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) continue;
    total++;
    if (filled.length >= maxRows) continue;
    // One shared text may stand in every cell, but is copied for each on its way to the parent.
    for (const cell of cells) if (typeof cell === 'string') characters += cell.length;
    if (characters > mostCharacters) return { unreadable: 'tooLarge' };
    filled.push({ number: index + 1, cells });
  }
  return { rows: filled, total };
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
