import { type Sink, type ZipEntry, ZipWriter } from './zip.ts';

/** A value of a cell. A Date is a wall clock kept in its UTC parts; text is never read as a formula. */
export type Cell = string | number | boolean | Date | null;

/** Cell formats by place in `xl/styles.xml`. */
export const styles = { general: 0, header: 1, date: 2, instant: 3, money: 4, quoted: 5, text: 6, note: 7 } as const;

export interface SheetColumn {
  readonly title: string;
  /** Characters. */
  readonly width?: number;
  /** Format of the numbers in it. */
  readonly style?: number;
  /** Format of cells that are still empty, for forms to fill in. */
  readonly empty?: number;
}

const most = 32_767;
const special = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const mayBeSpecial = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x/u;

function escapeOne(found: string): string {
  const code = found.charCodeAt(0);
  if (found === '&') return '&amp;';
  if (found === '<') return '&lt;';
  if (found === '>') return '&gt;';
  if (found === '_') return '_x005F_';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  // Tab, line feed and the upper control characters are XML; a carriage return would be read as a line feed.
  if (code === 9 || code === 10 || (code >= 0x7f && code <= 0x9f)) return found;
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Text as XML content, in the escapes of the format (ECMA-376 ST_Xstring) for what XML cannot say; cut at the longest cell. */
export function escapeText(text: string): string {
  const cut = text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return mayBeSpecial.test(cut) ? cut.replace(special, escapeOne) : cut;
}

const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;');

/** Column letters, `A` for 0. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Days since 1899-12-30, the numbers that spreadsheets show as dates; undefined before 1900-03-01, where they disagree. */
export function serialOf(utcMilliseconds: number): number | undefined {
  const serial = utcMilliseconds / 86_400_000 + 25_569;
  return Number.isFinite(serial) && serial >= 61 && serial < 2_958_466 ? serial : undefined;
}

/** What a spreadsheet program might take for a formula when somebody edits the cell. */
const risky = /^[=+\-@\t\r]/;

function textCell(at: string, text: string, style: number): string {
  if (text === '') return '';
  const format = style === styles.general && risky.test(text) ? styles.quoted : style;
  const space = text.trim() === text ? '' : ' xml:space="preserve"';
  return `<c r="${at}"${format ? ` s="${format}"` : ''} t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`;
}

function numberCell(at: string, value: number, style: number): string {
  return `<c r="${at}"${style ? ` s="${style}"` : ''}><v>${value}</v></c>`;
}

function cellXml(at: string, value: Cell, style: number): string {
  if (value === null) return '';
  if (typeof value === 'string') return textCell(at, value, styles.general);
  if (typeof value === 'number') return Number.isFinite(value) ? numberCell(at, value, style) : '';
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const serial = serialOf(value.getTime());
  if (serial === undefined)
    return Number.isNaN(value.getTime()) ? '' : textCell(at, value.toISOString().slice(0, 10), styles.general);
  return numberCell(at, serial, Number.isInteger(serial) ? styles.date : styles.instant);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const stylesXml = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><color rgb="FF808080"/><name val="Calibri"/></font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF2F7"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="8">${[
  'numFmtId="0" fontId="0" fillId="0"',
  'numFmtId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"',
  'numFmtId="164" fontId="0" fillId="0" applyNumberFormat="1"',
  'numFmtId="165" fontId="0" fillId="0" applyNumberFormat="1"',
  'numFmtId="4" fontId="0" fillId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="0" fillId="0" quotePrefix="1"',
  'numFmtId="49" fontId="0" fillId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="2" fillId="0" applyFont="1"',
]
  .map((format) => `<xf ${format} borderId="0" xfId="0"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** One sheet while it is written. */
export class SheetWriter {
  readonly #entry: ZipEntry;
  readonly #columns: readonly SheetColumn[];
  readonly #names: readonly string[];
  #row = 0;

  constructor(entry: ZipEntry, columns: readonly SheetColumn[]) {
    this.#entry = entry;
    this.#columns = columns;
    this.#names = columns.map((_, i) => columnName(i));
  }

  /** Adds rows; resolves when more may come. Give some hundreds at a time: one call is one piece of work on the event loop. */
  async rows(rows: readonly (readonly Cell[])[]): Promise<void> {
    let text = '';
    for (const row of rows) {
      const n = ++this.#row;
      text += `<row r="${n}">`;
      for (let i = 0; i < this.#names.length; i++)
        text += cellXml(`${this.#names[i]}${n}`, row[i] ?? null, this.#columns[i]?.style ?? 0);
      text += '</row>';
    }
    await this.#entry.write(text);
  }

  /** A row of text in one format: headings and notes. */
  async line(cells: readonly string[], style: number): Promise<void> {
    const n = ++this.#row;
    await this.#entry.write(
      `<row r="${n}">${cells.map((text, i) => textCell(`${columnName(i)}${n}`, text, style)).join('')}</row>`,
    );
  }

  async end(): Promise<void> {
    await this.#entry.write('</sheetData></worksheet>');
    await this.#entry.end();
  }
}

/** Writes an .xlsx workbook front to back: memory does not grow with its rows. */
export class WorkbookWriter {
  readonly #zip: ZipWriter;
  #sheet = 0;

  /** Use `startWorkbook`. */
  constructor(zip: ZipWriter) {
    this.#zip = zip;
  }

  /** Starts the next sheet with its heading row. End the one before first. */
  async sheet(columns: readonly SheetColumn[]): Promise<SheetWriter> {
    const entry = await this.#zip.entry(`xl/worksheets/sheet${++this.#sheet}.xml`);
    const cols = columns.map(
      ({ width = 16, empty }, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${empty ? ` style="${empty}"` : ''}/>`,
    );
    await entry.write(
      `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`,
    );
    const writer = new SheetWriter(entry, columns);
    await writer.line(
      columns.map((column) => column.title),
      styles.header,
    );
    return writer;
  }

  async finish(): Promise<void> {
    await this.#zip.finish();
  }
}

/** Name of a sheet as spreadsheet programs allow it. */
export function sheetName(text: string): string {
  return (
    text
      .replace(/[[\]:*?/\\]/g, ' ')
      .trim()
      .slice(0, 31) || 'Sheet'
  );
}

/** Starts a workbook with the given sheets, which are then written in this order. */
export async function startWorkbook(sink: Sink, sheets: readonly string[]): Promise<WorkbookWriter> {
  const zip = new ZipWriter(sink);
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const each = (text: (name: string, n: number) => string) =>
    sheets.map((name, i) => text(escapeAttribute(sheetName(name)), i + 1)).join('');
  await zip.add(
    '[Content_Types].xml',
    `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
  );
  await zip.add(
    '_rels/.rels',
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  await zip.add(
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  );
  await zip.add('xl/styles.xml', stylesXml);
  return new WorkbookWriter(zip);
}

/** MIME type of .xlsx. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
