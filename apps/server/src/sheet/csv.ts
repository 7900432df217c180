import { UnreadableFile } from './check.ts';

/** Text of a CSV file: UTF-8, or what Chinese editions of spreadsheet programs write. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The first cell of a line; spreadsheet programs set quotes around a cell, and a mark before numbers that are to stay texts. */
export const firstCell = (line: string): string =>
  (/^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"') ?? line.split(/[,;\t]/, 1)[0] ?? '')
    .replace(/^[='"]+|"+$/g, '')
    .trim();

/**
 * The first cell of each line of a CSV file, with its number from 1; at most `maxRows` lines.
 * @throws UnreadableFile for what is no text
 */
export function firstCellsOfCsv(bytes: Buffer, maxRows: number): { readonly number: number; readonly text: string }[] {
  if (bytes.includes(0)) throw new UnreadableFile('broken');
  return decode(bytes)
    .split(/\r\n|\n|\r/, maxRows)
    .map((line, at) => ({ number: at + 1, text: firstCell(line) }));
}
