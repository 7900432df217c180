import type { Cell } from './cell.ts';

/** Cells in one column or one row of a sheet, rows and columns from 1. */
export interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Values that one range of a chart may have: they are kept until the sheet ends. */
const mostPoints = 5_000;
const [lastColumn, lastRow] = [16_384, 1_048_576];
const pattern = /^([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6}))?$/;

const columnNumber = (letters: string): number =>
  [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0);

/** @param text `B2:B13`, `B2` @throws RangeError when it is none, or outside of a sheet */
export function parseRange(text: string): CellRange {
  const [, startColumn, startRow, endColumn = startColumn, endRow = startRow] = pattern.exec(text) ?? [];
  if (startColumn === undefined || endColumn === undefined) throw new RangeError(`no range of cells: ${text}`);
  const [a, b, c, d] = [columnNumber(startColumn), Number(startRow), columnNumber(endColumn), Number(endRow)];
  if (a > c || b > d || c > lastColumn || d > lastRow) throw new RangeError(`no range of cells: ${text}`);
  return { left: a, top: b, right: c, bottom: d };
}

/** @param text `B2:B13` or `B2:M2` @throws RangeError when it is no line of cells, or longer than 5000 */
export function parseLine(text: string): CellRange {
  const range = parseRange(text);
  if (range.left !== range.right && range.top !== range.bottom) throw new RangeError(`not one line of cells: ${text}`);
  if (cellsOf(range) > mostPoints) throw new RangeError(`more than ${mostPoints} cells: ${text}`);
  return range;
}

export const cellsOf = ({ left, top, right, bottom }: CellRange): number => (right - left + 1) * (bottom - top + 1);

/** Keeps what is written to the cells of some ranges, and nothing else: a viewer that does not calculate shows it. */
export class KeptCells {
  readonly #kept: readonly { readonly range: CellRange; readonly cells: Cell[] }[];
  readonly #top: number;
  readonly #bottom: number;

  constructor(ranges: readonly CellRange[]) {
    this.#kept = ranges.map((range) => ({ range, cells: Array.from({ length: cellsOf(range) }, () => null) }));
    this.#top = Math.min(...ranges.map(({ top }) => top));
    this.#bottom = Math.max(...ranges.map(({ bottom }) => bottom));
  }

  row(number: number, cells: readonly Cell[]): void {
    if (number < this.#top || number > this.#bottom) return;
    for (const { range, cells: kept } of this.#kept) {
      if (number < range.top || number > range.bottom) continue;
      for (let column = range.left; column <= range.right; column++)
        kept[number - range.top + column - range.left] = cells[column - 1] ?? null;
    }
  }

  /** What was written to a range that was given, in its order; null where nothing was. */
  of(range: CellRange): readonly Cell[] {
    return this.#kept.find((one) => one.range === range)?.cells ?? [];
  }
}
