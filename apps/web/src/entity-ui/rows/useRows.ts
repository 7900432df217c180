import { useEffect, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import type { Row, RowsField } from '@wheelhouse/entities';
import { cellText, parseCell, type CodeOf } from '@wheelhouse/entities/rows-cells';
import { isBlock, moveRow, parseBlock, pasteBlock } from './block.ts';
import { withValues } from './records.ts';

/** A cell by row and column, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface RowsEditing {
  readonly type: (at: Place, text: string) => void;
  /** Reads what was typed as a value, once the cell is left. */
  readonly settle: (at: Place, text: string) => void;
  readonly add: () => void;
  readonly remove: (row: number) => void;
  readonly move: (from: number, to: number, column?: number) => void;
  readonly onKey: (at: Place, event: KeyboardEvent<HTMLElement>) => void;
  /** Puts a block of cells below the rows. */
  readonly append: (block: readonly (readonly string[])[]) => void;
  readonly onPaste: (at: Place, event: ClipboardEvent<HTMLInputElement>) => void;
}

interface Options {
  /** Where the cells are. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly field: RowsField;
  readonly rows: readonly Row[];
  readonly titles: readonly string[];
  /** Columns that may still be changed; the rows stay then. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly codeOf: CodeOf;
  readonly onChange: (rows: readonly Row[]) => void;
  readonly onMoved: (row: number) => void;
}

/** What keyboard, pointer and clipboard do to rows. */
export function useRows({ body, field, rows, titles, only, codeOf, onChange, onMoved }: Options): RowsEditing {
  const [wanted, setWanted] = useState<Place>();
  const columns = Object.entries(field.fields);
  useEffect(() => {
    if (wanted === undefined) return;
    const cell = body.current?.querySelector<HTMLElement>(`[data-cell="${wanted.row}.${wanted.column}"]`);
    // A cell is its own control, or has one.
    (cell?.querySelector<HTMLElement>('input:not(:disabled)') ?? cell)?.focus();
  }, [body, wanted]);

  const put = ({ row, column }: Place, value: unknown): void => {
    const name = columns[column]?.[0];
    if (name !== undefined) onChange(rows.with(row, withValues(field, rows[row] ?? {}, { [name]: value })));
  };
  const add = (column = 0): void => {
    if (only !== undefined) return;
    onChange([...rows, Object.fromEntries(columns.map(([name]) => [name, null]))]);
    setWanted({ row: rows.length, column });
  };
  const remove = (row: number): void => {
    if (only !== undefined) return;
    onChange(rows.toSpliced(row, 1));
    setWanted({ row: Math.min(row, rows.length - 2), column: 0 });
  };
  const move = (from: number, to: number, column = 0): void => {
    if (only !== undefined || to < 0 || to >= rows.length || to === from) return;
    onChange(moveRow(rows, from, to));
    setWanted({ row: to, column });
    onMoved(to);
  };

  const onKey = ({ row, column }: Place, event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && altKey && field.sortable) move(row, row + step, column);
    else if (step !== 0 && !altKey) setWanted({ row: row + step, column });
    else if (key === 'Delete' && altKey) remove(row);
    // Enter would send the form.
    else if (key === 'Enter' && row === rows.length - 1) add(column);
    else if (key === 'Enter') setWanted({ row: row + 1, column });
    else return;
    event.preventDefault();
  };

  return {
    type: (at, text) => {
      const column = columns[at.column]?.[1];
      if (column === undefined) return;
      // A number is one as soon as it reads like itself: `1.` is on its way to another.
      const value = parseCell(column, text);
      put(at, cellText(column, value) === text ? value : text);
    },
    settle: (at, text) => {
      const column = columns[at.column];
      if (column === undefined) return;
      const value = parseCell(column[1], text);
      if (value !== (rows[at.row]?.[column[0]] ?? null)) put(at, value);
    },
    add,
    remove,
    move,
    onKey,
    append: (block) => onChange(pasteBlock(field, rows, { row: rows.length, column: 0 }, block, titles, codeOf)),
    onPaste: (at, event) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isBlock(text)) return;
      event.preventDefault();
      // A block would reach cells that stay.
      if (only !== undefined) return;
      onChange(pasteBlock(field, rows, at, parseBlock(text), titles, codeOf));
    },
  };
}
