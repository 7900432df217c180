import { rowsOf, rowText, type EntryOf } from '@wheelhouse/entities/rows-cells';
import type { RowsField } from '@wheelhouse/entities';

/** What became of one row; one that was added or removed has one side. */
export interface RowChange {
  readonly before?: string;
  readonly after?: string;
}

/**
 * Row by row what differs between two states of a `rows` field: rows are the same by their key, else by all that they say. Rows that only changed
 * places are no change.
 */
export function rowChanges(field: RowsField, before: unknown, after: unknown, entryOf?: EntryOf): readonly RowChange[] {
  const named = (value: unknown): ReadonlyMap<string, string> =>
    new Map(
      rowsOf(value).map((row): [string, string] => {
        const text = rowText(field, row, entryOf);
        return [field.key === undefined ? text : String(row[field.key]).toLowerCase(), text];
      }),
    );
  const [was, is] = [named(before), named(after)];
  return [
    ...[...was].flatMap(([key, text]): RowChange[] => {
      const now = is.get(key);
      if (now === text) return [];
      return [now === undefined ? { before: text } : { before: text, after: now }];
    }),
    ...[...is].flatMap(([key, text]): RowChange[] => (was.has(key) ? [] : [{ after: text }])),
  ];
}
