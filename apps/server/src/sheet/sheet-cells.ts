import type { Cell } from './cell.ts';
import { UnreadableFile } from './check.ts';
import { markupText, readMarkup } from './markup.ts';
import { shownNumber } from './number-format.ts';
import { isTrue, type SheetPart, type Workbook } from './workbook.ts';
import { unescapeText } from './xml.ts';

/** Why a cell that has something in it has no value: the formula was never computed, its result is an error, or nobody can read it. */
export type CellProblem = 'formula' | 'error' | 'unread';

/** A cell that has something in it. */
export interface FilledCell {
  /** Column from 0. */
  readonly column: number;
  /** With a problem, what stands in the cell: `=12*3`, `#REF!`. */
  readonly value: Exclude<Cell, null>;
  /** What the sheet shows of a number, where that is not its digits; null: a format of a kind that is not computed. */
  readonly shown?: string | null;
  readonly problem?: CellProblem;
}

const lastRow = 1_048_576;
const lastColumn = 16_384;

function columnNumber(letters: string): number {
  let n = 0;
  for (const letter of letters) n = n * 26 + letter.charCodeAt(0) - 64;
  return n;
}

/** Column from 0 of an address such as `AB12`. @throws UnreadableFile broken */
function columnAt(address: string): number {
  const column = columnNumber(/^([A-Z]{1,3})\d{1,7}$/.exec(address)?.[1] ?? '');
  if (column < 1 || column > lastColumn) throw new UnreadableFile('broken');
  return column - 1;
}

/** A number of days as a wall clock in UTC parts. The calendar from 1900 has a 29 February 1900, as no other one has. */
function dateOf(days: number, from1904: boolean): Date {
  const since1970 = from1904 ? days - 24_107 : days - (days < 60 ? 25_568 : 25_569);
  return new Date(Math.round(since1970 * 86_400_000));
}

/** A day and time in ISO 8601 as the wall clock it names, wherever this runs. */
function isoDate(text: string): Date | undefined {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day);
  date.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0, Number((m[7] ?? '0').padEnd(3, '0')));
  return date;
}

/** What is read of a cell while its element is open. */
interface Raw {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string | undefined;
  formula: string | undefined;
  /** Text written in the cell itself. */
  inline: string | undefined;
}

const unread = (value: string): Pick<FilledCell, 'value' | 'problem'> => ({ value, problem: 'unread' });

function numberOf(
  raw: Raw,
  text: string,
  { styles, from1904 }: Workbook,
): Pick<FilledCell, 'value' | 'shown' | 'problem'> {
  const n = Number(text);
  if (!Number.isFinite(n)) return unread(text);
  const style = styles[raw.style] ?? 'plain';
  if (style === 'date') return { value: dateOf(n, from1904) };
  if (style === 'plain') return { value: n };
  const shown = shownNumber(n, style.format);
  return { value: n, ...(shown !== String(n) && { shown }) };
}

/** The value of a cell; undefined where nothing stands in it. @throws UnreadableFile broken */
function valueOf(raw: Raw, book: Workbook): Pick<FilledCell, 'value' | 'shown' | 'problem'> | undefined {
  const { type, value = '' } = raw;
  if (type === 'inlineStr' || (raw.inline !== undefined && raw.value === undefined))
    return raw.inline === undefined || raw.inline === '' ? undefined : { value: unescapeText(raw.inline) };
  if (type === 'str') return value === '' ? undefined : { value: unescapeText(value) };
  const text = value.trim();
  if (text === '') return raw.formula === undefined ? undefined : { value: `=${raw.formula}`, problem: 'formula' };
  switch (type) {
    case 's': {
      const shared = book.strings[Number(text)];
      if (shared === undefined) throw new UnreadableFile('broken');
      return shared === '' ? undefined : { value: shared };
    }
    case 'b':
      return { value: isTrue(text) };
    case 'e':
      return { value: text, problem: 'error' };
    case 'd': {
      const date = isoDate(text);
      return date ? { value: date } : unread(text);
    }
    case 'n':
      return numberOf(raw, text, book);
    default:
      return unread(text);
  }
}

/** Reads the elements of a sheet into rows of cells that have something in them; a style alone is nothing. */
class CellReader {
  readonly #book: Workbook;
  readonly #onRow: (number: number, cells: readonly FilledCell[]) => void;
  #row = 0;
  #next = 0;
  #cells: FilledCell[] = [];
  #raw: Raw | undefined;
  #inside: 'value' | 'formula' | 'inline' | undefined;
  #phonetic = 0;

  constructor(book: Workbook, onRow: (number: number, cells: readonly FilledCell[]) => void) {
    this.#book = book;
    this.#onRow = onRow;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row') this.#openRow(attribute('r'));
    else if (name === 'c') {
      const address = attribute('r');
      const column = address === undefined ? this.#next : columnAt(address);
      this.#next = column + 1;
      const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
      this.#raw = { column, type, style, value: undefined, formula: undefined, inline: undefined };
    } else if (name === 'rPh') this.#phonetic++;
    else if (this.#raw) {
      this.#inside =
        name === 'v' ? 'value' : name === 'f' ? 'formula' : name === 't' && this.#phonetic === 0 ? 'inline' : undefined;
      if (this.#inside) this.#raw[this.#inside] ??= '';
    }
  }

  /** Writers may leave the number out: it is the one after the last. */
  #openRow(number: string | undefined): void {
    if (number !== undefined && !/^\d{1,7}$/.test(number)) throw new UnreadableFile('broken');
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    if (this.#row < 1 || this.#row > lastRow) throw new UnreadableFile('broken');
    this.#next = 0;
    this.#cells = [];
  }

  text(text: string): void {
    if (this.#raw && this.#inside) this.#raw[this.#inside] = (this.#raw[this.#inside] ?? '') + text;
  }

  close(name: string): void {
    if (name === 'c' && this.#raw) {
      const found = valueOf(this.#raw, this.#book);
      if (found) this.#cells.push({ column: this.#raw.column, ...found });
      this.#raw = undefined;
    } else if (name === 'row') {
      if (this.#cells.length > 0) this.#onRow(this.#row, this.#cells);
      this.#cells = [];
    } else if (name === 'rPh') this.#phonetic--;
    else this.#inside = undefined;
  }
}

/** Tells every row of a sheet that has anything in it. @throws UnreadableFile */
export function readCells(
  book: Workbook,
  { part }: SheetPart,
  onRow: (number: number, cells: readonly FilledCell[]) => void,
): void {
  const reader = new CellReader(book, onRow);
  let inData = false;
  readMarkup(markupText(part.read()), {
    open: (name, attribute) => {
      if (name === 'sheetData') inData = true;
      else if (inData) reader.open(name, attribute);
    },
    close: (name) => {
      if (name === 'sheetData') inData = false;
      else if (inData) reader.close(name);
    },
    text: (text) => {
      if (inData) reader.text(text);
    },
  });
}
