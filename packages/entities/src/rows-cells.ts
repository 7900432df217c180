import { cleanText, idPattern } from '@wheelhouse/contract/text';
import type { RefByField, Row, RowColumn, RowsField } from './fields.ts';

// Cells of `rows` fields as text: in the table that edits them, in what is pasted from a spreadsheet, in workbooks, in the history.

/** The entry of a dictionary in the language of the reader, by its code. */
export type EntryOf = (category: string, code: string) => { readonly name: string } | undefined;
/** The code of an entry, by its name. */
export type CodeOf = (category: string, name: string) => string | undefined;

/** A stored value as people type it: money in yuan, a code by its name. */
export function cellText(column: RowColumn, value: unknown, entryOf?: EntryOf): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'dict') return entryOf?.(column.dict, String(value))?.name ?? String(value);
  // A record by its name (`withNames`), else by its id.
  if (column.kind === 'refBy') return idPattern.test(String(value)) ? `#${String(value)}` : String(value);
  // A picture by the beginning of its id, which tells it from another one.
  if (column.kind === 'image' && entryOf !== undefined) return `#${String(value).slice(0, 6)}`;
  return column.kind === 'money' && typeof value === 'number' ? String(value / 100) : String(value);
}

const minus = /^[−–]/;

/** What was typed as a value; a number or a name that is none stays the text, so that nothing is lost and the refusal names it. */
export function parseCell(column: RowColumn, typed: string, codeOf?: CodeOf): string | number | null {
  const text = cleanText(typed);
  if (text === '') return null;
  if (column.kind === 'dict') return codeOf?.(column.dict, text) ?? text;
  if (column.kind !== 'int' && column.kind !== 'decimal' && column.kind !== 'money') return typed;
  const n = Number(text.replace(minus, '-').replaceAll(',', ''));
  if (!Number.isFinite(n)) return typed;
  return column.kind === 'money' ? Math.round(n * 100) : n;
}

/** One row as a line: `iPhone 15 −3 dB`. */
export function rowText(field: Pick<RowsField, 'fields'>, row: Row, entryOf?: EntryOf): string {
  return Object.entries(field.fields)
    .map(([name, column]) => {
      const text = cellText(column, row[name], entryOf);
      return text !== '' && 'unit' in column && column.unit !== undefined ? `${text} ${column.unit}` : text;
    })
    .filter((text) => text !== '')
    .join(' ');
}

/** Columns of a rows field that hold pictures. */
export const pictureColumns = ({ fields }: Pick<RowsField, 'fields'>): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.kind === 'image');

/** Columns of a rows field whose values are records. */
export const referringColumns = ({ fields }: Pick<RowsField, 'fields'>): readonly (readonly [string, RefByField])[] =>
  Object.entries(fields).filter((entry): entry is [string, RefByField] => entry[1].kind === 'refBy');

/** Entity of the record in a column of a row; undefined where the row's code names none. */
export function referredBy({ by, to }: RefByField, row: Row): string | undefined {
  const code = String(row[by]);
  return Object.hasOwn(to, code) ? to[Number(code)] : undefined;
}

/** Rows with the names of the records that they refer to in the place of ids; `names` is what answers have beside the field. */
export function withNames(field: Pick<RowsField, 'fields'>, rows: readonly Row[], names: unknown): readonly Row[] {
  const known = rowsOf(names);
  const columns = referringColumns(field);
  if (columns.length === 0) return rows;
  return rows.map((row, at) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        columns.some(([column]) => column === name) ? (known[at]?.[name] ?? value) : value,
      ]),
    ),
  );
}

/** Rows of a field in whatever was stored or given: what is no row is left out. */
export const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value)
    ? value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
    : [];
