import { parseCell, type CodeOf } from '@wheelhouse/entities/rows-cells';
import type { Row, RowsField } from '@wheelhouse/entities';
import { withValues } from './records.ts';

const quote = '"';

/** Cells of what a spreadsheet puts on the clipboard: tabs between columns, lines between rows, quotes round a cell with either. */
export function parseBlock(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const source = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at++) {
    const ch = source.charAt(at);
    if (quoted) {
      if (ch !== quote) cell += ch;
      else if (source.charAt(at + 1) === quote) {
        cell += quote;
        at++;
      } else quoted = false;
    } else if (ch === quote && cell === '') quoted = true;
    else if (ch === '\t') end();
    else if (ch === '\n') {
      end();
      rows.push([]);
    } else cell += ch;
  }
  end();
  return rows;
}

/** Whether text is more than one cell. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.trim());

/**
 * Rows with a block put over them from a cell on: rightwards and downwards, with new rows where there are too few. A line of the block that only
 * names the columns is left out, and so are records, which are chosen. Nothing is cut off: what is too much is refused with its number when it is
 * checked.
 */
export function pasteBlock(
  { fields }: Pick<RowsField, 'fields'>,
  rows: readonly Row[],
  from: { readonly row: number; readonly column: number },
  block: readonly (readonly string[])[],
  titles: readonly string[],
  codeOf?: CodeOf,
): readonly Row[] {
  const columns = Object.entries(fields);
  const isHead = (line: readonly string[]): boolean =>
    line.every(
      (cell, at) => cell.trim() === titles[from.column + at] || cell.trim() === columns[from.column + at]?.[0],
    );
  const [first, ...others] = block;
  const lines = first !== undefined && isHead(first) ? others : block;
  const result = [...rows];
  lines.forEach((line, down) => {
    const put = line.flatMap((cell, right): [string, unknown][] => {
      const column = columns[from.column + right];
      return column === undefined || column[1].kind === 'refBy'
        ? []
        : [[column[0], parseCell(column[1], cell, codeOf)]];
    });
    result[from.row + down] = withValues({ fields }, result[from.row + down] ?? {}, Object.fromEntries(put));
  });
  return result;
}

/** Rows with one of them at another place. */
export function moveRow(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const moved = rows[from];
  if (moved === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, moved);
}
