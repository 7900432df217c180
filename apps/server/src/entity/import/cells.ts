import { cleanCode, cleanText } from '@wheelhouse/contract/text';
import { fill, formatInstant, isDay, type Lang, type TextParams } from '@wheelhouse/contract';
import type { StoredField } from '@wheelhouse/entities/fields';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { importTexts } from './texts.ts';
import type { DictEntry } from '../sheet-columns.ts';
import { isNumericDict } from '../storage.ts';
import type { Cell } from '../../sheet/write.ts';

/** A cell's value for the form, keys that must be looked up first, nothing, or why not. */
export type Decoded =
  | { readonly value: unknown }
  | { readonly keys: readonly string[] }
  | { readonly error: string }
  | undefined;

export interface Decoding {
  readonly lang: Lang;
  /** Dictionary entries by category. */
  readonly dicts: ReadonlyMap<string, DictIndex>;
}

const longest = 20_000;
/** Beyond 15 digits a spreadsheet has rounded what was typed. */
const exactBelow = 1e15;

const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (date: Date) => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;

/** The wall clock of a date cell, to the nearest second: serial numbers carry fractions of days. */
function clockOf(date: Date): string {
  const whole = new Date(Math.round(date.getTime() / 1000) * 1000);
  return formatInstant(new Date(whole.getTime() - 8 * 3_600_000));
}

/** A cell as the text it shows; undefined when digits were lost. */
export function cellText(cell: Exclude<Cell, null>): string | undefined {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? undefined : clockOf(cell).replace(/ 00:00:00$/, '');
  if (!Number.isFinite(cell) || Math.abs(cell) >= exactBelow) return undefined;
  const text = String(cell);
  return text.includes('e') ? undefined : text;
}

/** Lists of values in a cell. */
export function splitList(text: string): string[] {
  return text
    .split(/[、,，;；|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Normalises the ways people write a day to `2026-03-15`. */
function readDay(text: string): string | undefined {
  const m = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d\d)(\d\d))$/.exec(text.trim());
  if (!m) return undefined;
  const day = `${m[1]}-${(m[2] ?? m[4] ?? '').padStart(2, '0')}-${(m[3] ?? m[5] ?? '').padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

function readInstant(text: string): string | undefined {
  const m = /^(\S+)(?:[ T](\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(text.trim());
  const day = readDay(m?.[1] ?? '');
  return day && `${day} ${(m?.[2] ?? '0').padStart(2, '0')}:${m?.[3] ?? '00'}:${m?.[4] ?? '00'}`;
}

/** Days of unformatted date cells: 1954 to 2119. */
const isSerial = (n: number) => n >= 20_000 && n < 80_000;
const fromSerial = (n: number) => new Date(Math.round((n - 25_569) * 86_400_000));

function decodeDate(kind: 'date' | 'instant', cell: Exclude<Cell, null>): string | undefined {
  const date = cell instanceof Date ? cell : typeof cell === 'number' && isSerial(cell) ? fromSerial(cell) : undefined;
  if (date) {
    if (Number.isNaN(date.getTime())) return undefined;
    return kind === 'date' ? dayOf(date) : clockOf(date);
  }
  const text = cellText(cell);
  if (text === undefined) return undefined;
  return kind === 'date' ? readDay(text.replace(/ 00:00(:00)?$/, '')) : readInstant(text);
}

function decodeNumber(cell: Exclude<Cell, null>): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim().replace(/^[¥￥]\s*/, '');
  const digits = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^[-+]?\d{1,15}(\.\d{1,9})?$/.test(digits) ? Number(digits) : undefined;
}

/** Yuan to fen; undefined when there are parts of a fen. */
function toFen(yuan: number): number | undefined {
  const fen = Math.round(yuan * 100);
  return Math.abs(yuan * 100 - fen) < 5e-3 ? fen : undefined;
}

const flags: ReadonlyMap<string, 0 | 1> = new Map([
  ...['是', 'yes', 'y', 'true', '1'].map((text) => [text, 1] as const),
  ...['否', 'no', 'n', 'false', '0'].map((text) => [text, 0] as const),
]);

/** Entries of a dictionary by cell text: first by code, then by a name that only one entry has. */
export class DictIndex {
  readonly #category: string;
  readonly #codes = new Map<string, string>();
  readonly #names = new Map<string, string | null>();

  constructor(category: string, entries: Iterable<DictEntry>) {
    this.#category = category;
    for (const { code, zh, en, enabled } of entries) {
      if (!enabled) continue;
      this.#codes.set(code.toLowerCase(), code);
      for (const name of new Set([zh.toLowerCase(), en.toLowerCase()]))
        this.#names.set(name, this.#names.has(name) ? null : code);
    }
  }

  /** The code as forms send it; null when several entries have the name. */
  find(text: string): string | number | null | undefined {
    const key = text.trim().toLowerCase();
    const code = this.#codes.get(key) ?? this.#names.get(key);
    return typeof code === 'string' && isNumericDict(this.#category) ? Number(code) : code;
  }
}

function decodeMany(
  index: DictIndex | undefined,
  text: string,
  fail: (kind: 'choice' | 'ambiguous', value: string) => Decoded,
): Decoded {
  const whole = index?.find(text);
  if (whole !== undefined && whole !== null) return { value: [String(whole)] };
  const codes: string[] = [];
  for (const part of splitList(text)) {
    const code = index?.find(part);
    if (code === undefined || code === null) return fail(code === null ? 'ambiguous' : 'choice', part);
    codes.push(String(code));
  }
  return { value: codes };
}

/** Normalises a cell as the HTTP layer normalises input: texts in normal form, numbers and times in plain digits. */
function normalCell({ kind }: StoredField, cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const digits = kind === 'int' || kind === 'decimal' || kind === 'money' || kind === 'date' || kind === 'instant';
  return digits ? cleanCode(cell) : cleanText(cell);
}

/** What a field that is written as text takes: of a number what the sheet shows (`000123`), not what it computes with. */
function textOfCell({ kind }: StoredField, cell: Exclude<Cell, null>, shown: string | null | undefined) {
  const text = cellText(cell);
  const isText = kind !== 'flag' && kind !== 'dict' && kind !== 'dictMany';
  return text === undefined || typeof cell !== 'number' || !isText || shown === undefined ? text : shown;
}

/**
 * Reads a cell of a column. Empty cells are undefined: the field takes its default.
 * @param shown what the sheet shows of a number, where that is not its digits; null where it is not known
 */
export function decodeCell(
  field: StoredField,
  label: string,
  given: Cell,
  { lang, dicts }: Decoding,
  shown?: string | null,
): Decoded {
  const cell = normalCell(field, given);
  if (cell === null || cell === '') return undefined;
  const refuse: Refuse = (text, params) => ({ error: fill(text[lang], { label, ...params }) });
  switch (field.kind) {
    case 'int':
    case 'decimal': {
      const n = decodeNumber(cell);
      return n === undefined ? refuse(importTexts.number) : { value: n };
    }
    case 'money': {
      const yuan = decodeNumber(cell);
      const fen = yuan === undefined ? undefined : toFen(yuan);
      if (yuan === undefined) return refuse(importTexts.number);
      return fen === undefined ? refuse(validationTexts.decimals, { n: 2 }) : { value: fen };
    }
    case 'date':
    case 'instant': {
      const value = decodeDate(field.kind, cell);
      return value === undefined ? refuse(validationTexts[field.kind]) : { value };
    }
    default:
      return decodeText(field, textOfCell(field, cell, shown), dicts, refuse);
  }
}

type Refuse = (text: { zh: string; en: string }, params?: TextParams) => Decoded;

/** Reads what a cell says in words; undefined: digits were lost, null: nobody knows what the sheet shows. */
function decodeText(
  field: StoredField,
  text: string | null | undefined,
  dicts: Decoding['dicts'],
  refuse: Refuse,
): Decoded {
  const choice = (kind: 'choice' | 'ambiguous', value: string) =>
    refuse(importTexts[kind], { value: value.slice(0, 60) });
  if (text === undefined) return refuse(importTexts.digitsLost);
  if (text === null) return refuse(importTexts.numberFormat);
  if (text.length > longest) return refuse(importTexts.tooLong);
  switch (field.kind) {
    case 'flag': {
      const value = flags.get(text.toLowerCase());
      return value === undefined ? refuse(importTexts.flag) : { value };
    }
    case 'dict': {
      const code = dicts.get(field.dict)?.find(text);
      return code === undefined || code === null
        ? choice(code === null ? 'ambiguous' : 'choice', text)
        : { value: code };
    }
    case 'dictMany':
      return decodeMany(dicts.get(field.dict), text, choice);
    case 'tags':
      return { value: splitList(text) };
    case 'ref':
    case 'area':
      return { keys: [text] };
    case 'refMany':
      return { keys: splitList(text) };
    default:
      return { value: text };
  }
}
