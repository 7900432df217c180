import { cleanText } from '@wheelhouse/contract/text';
import type { Row, RowColumn, RowsField } from './fields.ts';

// Cells of `rows` fields as text: in the table that edits them, in what is pasted from a spreadsheet, in workbooks, in the history.

/** A stored value as people type it: money in yuan. */
export function cellText(column: RowColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  return column.kind === 'money' && typeof value === 'number' ? String(value / 100) : String(value);
}

const minus = /^[−–]/;

/** What was typed as a value; a number that is none stays the text, so that nothing is lost and the refusal names it. */
export function parseCell(column: RowColumn, typed: string): string | number | null {
  const text = cleanText(typed);
  if (text === '') return null;
  if (column.kind === 'text' || column.kind === 'longText' || column.kind === 'richText') return typed;
  const n = Number(text.replace(minus, '-').replaceAll(',', ''));
  if (!Number.isFinite(n)) return typed;
  return column.kind === 'money' ? Math.round(n * 100) : n;
}

/** One row as a line: `iPhone 15 −3 dB`. */
export function rowText(field: Pick<RowsField, 'fields'>, row: Row): string {
  return Object.entries(field.fields)
    .map(([name, column]) => {
      const text = cellText(column, row[name]);
      return text !== '' && 'unit' in column && column.unit !== undefined ? `${text} ${column.unit}` : text;
    })
    .filter((text) => text !== '')
    .join(' ');
}

/** Rows of a field in whatever was stored or given: what is no row is left out. */
export const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value)
    ? value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
    : [];
