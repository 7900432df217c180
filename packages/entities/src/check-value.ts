import {
  errorText,
  fill,
  formatDay,
  isDay,
  parseInstant,
  type ErrorCode,
  type FieldError,
  type Lang,
  type Text,
  type TextParams,
} from '@wheelhouse/contract';
import { idPattern } from '@wheelhouse/contract/text';
import { isColor } from './color.ts';
import type { Row, RowColumn, RowsField, StoredField } from './fields.ts';
import { formats } from './formats.ts';
import { isWeeklyHours } from './json-shapes.ts';
import { plainOf, unsigned } from './rich-text.ts';
import { inputLabel } from './reading.ts';
import { validationTexts, type ValidationKey } from './validation-texts.ts';

/** What validation needs from outside: which codes a dictionary has. An unknown category accepts any code. */
export interface ValidationContext {
  readonly lang: Lang;
  readonly dictCodes: (category: string) => ReadonlySet<string> | undefined;
  readonly now?: Date;
}

/** What is wrong with a column of one row. */
export interface CellFault {
  /** From 0. */
  readonly row: number;
  readonly column: string;
  readonly label: Text;
  readonly fault: Exclude<Checked, { readonly value: unknown } | { readonly faults: unknown }>;
}

/** A checked value, or the refusal. */
export type Checked =
  | { readonly value: unknown }
  | { readonly faults: readonly CellFault[] }
  | { readonly key: ValidationKey; readonly params?: TextParams }
  | { readonly code: ErrorCode; readonly params?: TextParams }
  | { readonly text: Text };

export const bad = (key: ValidationKey, n?: number): Checked => (n === undefined ? { key } : { key, params: { n } });

/** Checks a text that is in its normal form. */
function checkText(
  field: Extract<StoredField, { kind: 'text' | 'longText' | 'richText' | 'private' }>,
  input: unknown,
): Checked {
  if (typeof input !== 'string') return bad('type');
  // PostgreSQL cannot store NUL; lone surrogates are no text.
  if (input.includes('\u0000') || !input.isWellFormed()) return bad('pattern');
  const value = input;
  if (field.format) {
    const found = formats[field.format].check(value);
    if ('code' in found) return found.code === 1001 ? bad('pattern') : found;
  }
  const length = [...(field.kind === 'richText' ? unsigned(value) : value)].length;
  // Marks of the format are no words.
  const said = field.kind === 'richText' ? [...plainOf(value).replaceAll(' ', '')].length : length;
  if (field.min !== undefined && said < field.min) return bad('minLength', field.min);
  const max = field.max ?? (field.kind === 'text' || field.kind === 'private' ? 200 : 20_000);
  if (length > max) return bad('maxLength', max);
  if (field.pattern && !field.pattern.test(value)) return field.refusal ? { code: field.refusal } : bad('pattern');
  return { value };
}

function checkNumber(field: Extract<StoredField, { kind: 'int' | 'decimal' | 'money' }>, input: unknown): Checked {
  if (typeof input !== 'number' || !Number.isFinite(input)) return bad('type');
  if (field.kind !== 'decimal' && !Number.isSafeInteger(input)) return bad('type');
  const min = field.min ?? (field.kind === 'money' ? 0 : -2_147_483_648);
  const max = field.max ?? (field.kind === 'money' ? 1e12 : 2_147_483_647);
  if (input < min) return bad('min', min);
  if (input > max) return bad('max', max);
  const decimals = field.kind === 'decimal' ? (field.decimals ?? 2) : 0;
  if (Math.abs(input * 10 ** decimals - Math.round(input * 10 ** decimals)) > 1e-6) return bad('decimals', decimals);
  return { value: input };
}

const minuteMs = 60_000;

function checkDate(field: Extract<StoredField, { kind: 'date' | 'instant' }>, input: unknown, now: Date): Checked {
  if (typeof input !== 'string') return bad('type');
  if (field.kind === 'date' ? !isDay(input) : parseInstant(input) === undefined) return bad(field.kind);
  if (field.min && input < field.min) return { key: 'min', params: { n: field.min } };
  if (field.notFuture && input.slice(0, 10) > formatDay(now)) return bad('future');
  const at = parseInstant(input);
  if (field.step !== undefined && at && at.getTime() % (field.step * minuteMs) !== 0) return bad('step', field.step);
  if (field.ahead !== undefined && at && at.getTime() <= now.getTime() + field.ahead * minuteMs)
    return bad('ahead', field.ahead);
  return { value: input };
}

function checkMany(field: { min?: number; max?: number }, input: unknown, one: (item: unknown) => boolean): Checked {
  if (!Array.isArray(input) || input.length > Math.max(500, field.max ?? 0)) return bad('type');
  const items: unknown[] = input;
  if (!items.every(one)) return bad('dict');
  const value = [...new Set(items.map(String))];
  if (field.min !== undefined && value.length < field.min) return bad('minItems', field.min);
  if (field.max !== undefined && value.length > field.max) return bad('maxItems', field.max);
  return { value };
}

const isId = (input: unknown) => typeof input === 'string' && idPattern.test(input);
const isFileId = (input: unknown) => typeof input === 'string' && /^[0-9A-Za-z_-]{8,64}$/.test(input);
const isTag = (input: unknown) =>
  typeof input === 'string' &&
  input.length > 0 &&
  input.length <= 100 &&
  input.isWellFormed() &&
  !input.includes('\u0000');

/** Checks one given value of a stored field; null and absence are decided by the caller. */
export function checkValue(field: StoredField, input: unknown, ctx: ValidationContext): Checked {
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'richText':
    case 'private':
      return checkText(field, input);
    case 'int':
    case 'decimal':
    case 'money':
      return checkNumber(field, input);
    case 'flag':
      return input === 0 || input === 1
        ? { value: input }
        : input === true || input === false
          ? { value: Number(input) }
          : bad('type');
    case 'date':
    case 'instant':
      return checkDate(field, input, ctx.now ?? new Date());
    case 'dict': {
      if (typeof input !== 'string' && typeof input !== 'number') return bad('type');
      return ctx.dictCodes(field.dict)?.has(String(input)) === false ? bad('dict') : { value: input };
    }
    case 'dictMany': {
      const codes = ctx.dictCodes(field.dict);
      return checkMany(
        field,
        input,
        (item) => (typeof item === 'string' || typeof item === 'number') && codes?.has(String(item)) !== false,
      );
    }
    case 'color':
      return typeof input === 'string' && isColor(input) ? { value: input } : bad('color');
    case 'ref':
      return isId(input) ? { value: input } : bad('reference');
    case 'area':
      return typeof input === 'string' && /^\d{6}$/.test(input) ? { value: input } : bad('reference');
    case 'refMany':
      return checkMany(field, input, isId);
    case 'tags':
      return checkMany(field, input, isTag);
    case 'image':
    case 'file':
    case 'video':
    case 'audio':
      return isFileId(input) ? { value: input } : bad('type');
    case 'images':
    case 'files':
      return checkMany(field, input, isFileId);
    case 'json':
      return checkJson(field.shape, input);
    case 'rows':
      return checkRows(field, input, ctx);
  }
}

function checkJson(shape: 'weeklyHours' | undefined, input: unknown): Checked {
  if (typeof input !== 'object' || input === null || JSON.stringify(input).length > 20_000) return bad('type');
  if (JSON.stringify(input).includes('\\u0000') || (shape === 'weeklyHours' && !isWeeklyHours(input)))
    return bad('pattern');
  return { value: input };
}

/** Why a value was refused; of rows, each column of each row that was. */
export type Fault = Exclude<Checked, { readonly value: unknown }>;

/** A refusal in words. */
export function message(label: string, found: CellFault['fault'], lang: Lang): string {
  if ('text' in found) return found.text[lang];
  if ('code' in found) return errorText(found.code, lang, { field: label, ...found.params });
  return fill(validationTexts[found.key][lang], { label, ...found.params });
}

/** Errors under a field; those of rows name row and column: `phoneOffsets[3].offset`. */
export function faultErrors(name: string, label: string, found: Fault, lang: Lang): FieldError[] {
  if (!('faults' in found)) return [{ field: name, message: message(label, found, lang) }];
  return found.faults.map(({ row, column, label: own, fault }) => ({
    field: `${name}[${row}].${column}`,
    message: fill(validationTexts.inRow[lang], { n: row + 1, text: message(own[lang], fault, lang) }),
  }));
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isRecord = (input: unknown): input is Row => typeof input === 'object' && input !== null && !Array.isArray(input);

/** Far more than any field allows, so that a refusal can say how many there were. */
const mostRows = 2000;

function checkRows(field: RowsField, input: unknown, ctx: ValidationContext): Checked {
  if (!Array.isArray(input) || input.length > mostRows || !input.every(isRecord)) return bad('type');
  const rows: readonly Row[] = input;
  if (rows.length > field.max) return { key: 'mostRows', params: { n: field.max, found: rows.length } };
  if (field.min !== undefined && rows.length < field.min) return bad('leastRows', field.min);
  const faults: CellFault[] = [];
  const value = rows.map((row, at) => (isBlank(row) ? undefined : checkRow(field, row, at, ctx, faults)));
  faults.push(...repeated(field, value));
  return faults.length === 0 ? { value: value.filter((row) => row !== undefined) } : { faults };
}

/** Whether a row can have a value in a column: one that refers by a code only where the code names an entity. */
const isNamedBy = (column: RowColumn, row: Row): boolean =>
  column.kind !== 'refBy' || Object.hasOwn(column.to, String(row[column.by]));

const checkColumn = (column: RowColumn, given: unknown, ctx: ValidationContext): Checked =>
  column.kind === 'refBy' ? (isId(given) ? { value: given } : bad('reference')) : checkValue(column, given, ctx);

/** A row in which nothing stands yet is none. */
const isBlank = (row: Row): boolean => Object.values(row).every(isEmpty);

function checkRow(field: RowsField, row: Row, at: number, ctx: ValidationContext, faults: CellFault[]): Row {
  for (const name of Object.keys(row))
    if (!Object.hasOwn(field.fields, name))
      faults.push({ row: at, column: name, label: { zh: name, en: name }, fault: { key: 'unknown' } });
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, column]): [string, unknown] => {
      const given = isNamedBy(column, row) ? row[name] : null;
      const found: Checked = !isEmpty(given)
        ? checkColumn(column, given, ctx)
        : column.required && isNamedBy(column, row)
          ? bad('required')
          : { value: null };
      if ('value' in found) return [name, found.value];
      if (!('faults' in found)) faults.push({ row: at, column: name, label: inputLabel(name, column), fault: found });
      return [name, null];
    }),
  );
}

/** Rows whose key stands in a row above. */
function repeated({ key, fields }: RowsField, rows: readonly (Row | undefined)[]): CellFault[] {
  const column = key === undefined ? undefined : fields[key];
  if (key === undefined || column === undefined) return [];
  const first = new Map<string, number>();
  return rows.flatMap((row, at): CellFault[] => {
    const value = row?.[key];
    if (isEmpty(value)) return [];
    const same = String(value).toLowerCase();
    const above = first.get(same);
    if (above === undefined) {
      first.set(same, at);
      return [];
    }
    return [
      { row: at, column: key, label: inputLabel(key, column), fault: { key: 'twice', params: { n: above + 1 } } },
    ];
  });
}
