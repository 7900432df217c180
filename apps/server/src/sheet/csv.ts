import { UnreadableFile } from './check.ts';

/** A text in UTF-16 begins with a mark, or has a zero byte with every plain letter; in any other text there is none. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return undefined;
  return first === 0 ? 'utf-16be' : 'utf-16le';
}

/**
 * Text of a CSV file: UTF-8, or what spreadsheet programs and editors write as Unicode, or Chinese editions of them.
 * @throws UnreadableFile for what is no text
 */
function decode(bytes: Buffer): string {
  const wide = utf16Of(bytes);
  if (!wide && bytes.includes(0)) throw new UnreadableFile('broken');
  if (wide) {
    const text = new TextDecoder(wide).decode(bytes);
    if (text.includes('\0')) throw new UnreadableFile('broken');
    return text;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Spreadsheet programs set quotes around a cell, and a mark before numbers that are to stay texts. */
const plainCell = (quoted: string | undefined, bare: string): string =>
  (quoted?.replaceAll('""', '"') ?? bare).replace(/^[='"]+|"+$/g, '').trim();

/** The cells of a line, at least one. */
function cellsOf(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|[,;\t])(?:\s*"((?:[^"]|"")*)"[^,;\t]*|([^,;\t]*))/g)];
  return cells.length === 0 ? [''] : cells.map(([, quoted, bare = '']) => plainCell(quoted, bare));
}

export const firstCell = (line: string): string => cellsOf(line)[0] ?? '';

/**
 * The first cell of each line of a CSV file, with its number from 1; at most `maxRows` lines.
 * @throws UnreadableFile for what is no text
 */
export function firstCellsOfCsv(bytes: Buffer, maxRows: number): { readonly number: number; readonly text: string }[] {
  return rowsOfCsv(bytes, maxRows).map(({ number, cells }) => ({ number, text: cells[0] ?? '' }));
}

/** The same with all cells of each line. @throws UnreadableFile for what is no text */
export function rowsOfCsv(
  bytes: Buffer,
  maxRows: number,
): { readonly number: number; readonly cells: readonly string[] }[] {
  return decode(bytes)
    .split(/\r\n|\n|\r/, maxRows)
    .map((line, at) => ({ number: at + 1, cells: cellsOf(line) }));
}
