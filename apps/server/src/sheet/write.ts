import { type Cell, columnName, serialOf } from './cell.ts';
import { ChartsOfSheet, type SheetChart } from './charts.ts';
import { escapeAttribute, escapeText, office, relsXml, xml } from './xml.ts';
import { type Sink, type ZipEntry, ZipWriter } from './zip.ts';

export { type Cell, columnName, serialOf } from './cell.ts';
export { escapeText } from './xml.ts';

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
  readonly #charts: ChartsOfSheet | undefined;
  #row = 0;

  constructor(entry: ZipEntry, columns: readonly SheetColumn[], charts?: ChartsOfSheet) {
    this.#entry = entry;
    this.#columns = columns;
    this.#charts = charts;
    this.#names = columns.map((_, i) => columnName(i));
  }

  /** Adds rows; resolves when more may come. Give some hundreds at a time: one call is one piece of work on the event loop. */
  async rows(rows: readonly (readonly Cell[])[]): Promise<void> {
    let text = '';
    for (const row of rows) {
      const n = ++this.#row;
      this.#charts?.row(n, row);
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
    this.#charts?.row(n, cells);
    await this.#entry.write(
      `<row r="${n}">${cells.map((text, i) => textCell(`${columnName(i)}${n}`, text, style)).join('')}</row>`,
    );
  }

  async end(): Promise<void> {
    await this.#entry.write(`</sheetData>${this.#charts === undefined ? '' : '<drawing r:id="rId1"/>'}</worksheet>`);
    await this.#entry.end();
    await this.#charts?.write();
  }
}

const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const ofPackage = 'application/vnd.openxmlformats-package';
const ofSheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes an .xlsx workbook front to back: memory does not grow with its rows. */
export class WorkbookWriter {
  readonly #zip: ZipWriter;
  readonly #names: readonly string[];
  /** Path and type of the parts. */
  readonly #parts: (readonly [path: string, type: string])[];
  #sheet = 0;

  /** Use `startWorkbook`. */
  constructor(zip: ZipWriter, names: readonly string[]) {
    this.#zip = zip;
    this.#names = names;
    this.#parts = [
      ['xl/workbook.xml', `${ofSheets}.sheet.main+xml`],
      ['xl/styles.xml', `${ofSheets}.styles+xml`],
      ...names.map((_, i) => [`xl/worksheets/sheet${i + 1}.xml`, `${ofSheets}.worksheet+xml`] as const),
    ];
  }

  /**
   * Starts the next sheet with its heading row, which is its first. End the one before first.
   * @param charts drawn on it, of cells of this sheet: the values are kept while they pass by @throws RangeError for what is no range of cells
   */
  async sheet(columns: readonly SheetColumn[], charts: readonly SheetChart[] = []): Promise<SheetWriter> {
    const number = ++this.#sheet;
    const drawn = charts.length === 0 ? undefined : this.#chartsOf(number, charts);
    const entry = await this.#zip.entry(`xl/worksheets/sheet${number}.xml`);
    const cols = columns.map(
      ({ width = 16, empty }, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${empty ? ` style="${empty}"` : ''}/>`,
    );
    await entry.write(
      `${xml}<worksheet xmlns="${main}"${drawn ? ` xmlns:r="${office}"` : ''}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`,
    );
    const writer = new SheetWriter(entry, columns, drawn);
    await writer.line(
      columns.map((column) => column.title),
      styles.header,
    );
    return writer;
  }

  #chartsOf(number: number, charts: readonly SheetChart[]): ChartsOfSheet {
    const first = this.#parts.filter(([path]) => path.startsWith('xl/charts/')).length + 1;
    const drawn = new ChartsOfSheet(this.#zip, charts, { number, name: this.#names[number - 1] ?? '', first });
    this.#parts.push(...drawn.parts);
    return drawn;
  }

  /** The archive is complete. The list of its parts comes last: charts are known when their sheets are written. */
  async finish(): Promise<void> {
    const parts = this.#parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`);
    await this.#zip.add(
      '[Content_Types].xml',
      `${xml}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="${ofPackage}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`,
    );
    await this.#zip.finish();
  }
}

/** Name of a sheet as spreadsheet programs allow it. */
export function sheetName(text: string): string {
  return (
    text
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^[\s']+/, '')
      .slice(0, 31)
      .replace(/[\s']+$/, '') || 'Sheet'
  );
}

/** Starts a workbook with the given sheets, which are then written in this order. */
export async function startWorkbook(sink: Sink, sheets: readonly string[]): Promise<WorkbookWriter> {
  const zip = new ZipWriter(sink);
  const names = sheets.map(sheetName);
  const each = names.map((name, i) => `<sheet name="${escapeAttribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  await zip.add('_rels/.rels', relsXml([['officeDocument', 'xl/workbook.xml']]));
  await zip.add(
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each.join('')}</sheets></workbook>`,
  );
  const targets = names.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const);
  await zip.add('xl/_rels/workbook.xml.rels', relsXml([...targets, ['styles', 'styles.xml']]));
  await zip.add('xl/styles.xml', stylesXml);
  return new WorkbookWriter(zip, names);
}

/** MIME type of .xlsx. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
