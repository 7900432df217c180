import type { Cell } from './cell.ts';
import { type ChartSource, chartXml, type DrawnSeries } from './chart-xml.ts';
import { type CellRange, cellsOf, KeptCells, parseLine, parseRange } from './ranges.ts';
import { escapeAttribute, office, relsXml, xml } from './xml.ts';
import type { ZipWriter } from './zip.ts';

/** A chart on a sheet. Ranges are of that sheet, whose heading is row 1: `B2:B13` are the values of twelve rows. */
export interface SheetChart {
  readonly kind: 'line' | 'bar' | 'pie';
  /** Bars on top of each other. */
  readonly stacked?: boolean;
  readonly title: string;
  /** One line of cells: texts, dates or numbers. */
  readonly categories: string;
  /** A pie shows the first one. */
  readonly series: readonly SheetSeries[];
  /** The cells that it lies over: `F2:N20`. */
  readonly anchor: string;
  /** What the axes show; a pie has none. */
  readonly axes?: { readonly category?: string; readonly value?: string };
  /** Number format of the values, in the language of the format; `General` unless given. */
  readonly format?: string;
}

export interface SheetSeries {
  readonly name: string;
  /** As many cells as there are categories; an empty one is a gap, not 0. */
  readonly values: string;
  /** `#rrggbb`; the product's in their order unless given. */
  readonly colour?: string;
}

interface Place {
  /** Number and name of the sheet. */
  readonly number: number;
  readonly name: string;
  /** Number of its first chart in the workbook. */
  readonly first: number;
}

const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const drawingSheet = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const types = {
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
} as const;

interface Parsed {
  readonly chart: SheetChart;
  readonly anchor: CellRange;
  readonly categories: CellRange;
  readonly values: readonly CellRange[];
}

/** Spreadsheet programs call a file damaged for any of this. @throws RangeError */
function parse(chart: SheetChart): Parsed {
  const categories = parseLine(chart.categories);
  const values = chart.series.map((one) => parseLine(one.values));
  if (values.length === 0) throw new RangeError('a chart without series');
  if (values.some((range) => cellsOf(range) !== cellsOf(categories)))
    throw new RangeError('a series has as many cells as there are categories');
  const wrong = chart.series.find(({ colour = '#000000' }) => !/^#[0-9a-f]{6}$/i.test(colour));
  if (wrong !== undefined) throw new RangeError(`no colour: ${wrong.colour}`);
  return { chart, anchor: parseRange(chart.anchor), categories, values };
}

const corner = (name: string, column: number, row: number): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;

/** @param n its number in the drawing, from 1, by which its part is found */
function frameXml({ anchor, chart }: Parsed, n: number): string {
  // 1 is the drawing's own.
  const name = `id="${n + 1}" name="Chart ${n}" descr="${escapeAttribute(chart.title)}"`;
  return `<xdr:twoCellAnchor editAs="oneCell">${corner('from', anchor.left - 1, anchor.top - 1)}${corner('to', anchor.right, anchor.bottom)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr ${name}/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${chartNamespace}"><c:chart xmlns:c="${chartNamespace}" r:id="rId${n}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;
}

/** The charts of one sheet: they keep the values that they show while the rows are written, and become parts after the last one. */
export class ChartsOfSheet {
  /** Path and content type of what it will write. */
  readonly parts: readonly (readonly [path: string, type: string])[];
  readonly #zip: ZipWriter;
  readonly #place: Place;
  readonly #charts: readonly Parsed[];
  readonly #kept: KeptCells;

  /** @throws RangeError for what is no range of cells */
  constructor(zip: ZipWriter, charts: readonly SheetChart[], place: Place) {
    this.#zip = zip;
    this.#place = place;
    this.#charts = charts.map(parse);
    this.#kept = new KeptCells(this.#charts.flatMap(({ categories, values }) => [categories, ...values]));
    this.parts = [
      [`xl/drawings/drawing${place.number}.xml`, types.drawing],
      ...charts.map((_, i) => [`xl/charts/chart${place.first + i}.xml`, types.chart] as const),
    ];
  }

  row(number: number, cells: readonly Cell[]): void {
    this.#kept.row(number, cells);
  }

  /** Writes the parts. The sheet has ended. */
  async write(): Promise<void> {
    const { number, first } = this.#place;
    const file = `drawing${number}.xml`;
    await this.#zip.add(`xl/worksheets/_rels/sheet${number}.xml.rels`, relsXml([['drawing', `../drawings/${file}`]]));
    const frames = this.#charts.map((chart, i) => frameXml(chart, i + 1));
    await this.#zip.add(
      `xl/drawings/${file}`,
      `${xml}<xdr:wsDr xmlns:xdr="${drawingSheet}" xmlns:a="${drawingMain}" xmlns:r="${office}">${frames.join('')}</xdr:wsDr>`,
    );
    const targets = this.#charts.map((_, i) => ['chart', `../charts/chart${first + i}.xml`] as const);
    await this.#zip.add(`xl/drawings/_rels/${file}.rels`, relsXml(targets));
    for (const [i, parsed] of this.#charts.entries())
      await this.#zip.add(`xl/charts/chart${first + i}.xml`, chartXml(this.#source(parsed), first + i));
  }

  #source({ chart, categories, values }: Parsed): ChartSource {
    const line = (range: CellRange) => ({ sheet: this.#place.name, range, cells: this.#kept.of(range) });
    const series = chart.series.flatMap(({ name, colour }, i): DrawnSeries[] => {
      const range = values[i];
      return range === undefined ? [] : [{ name, colour, values: line(range) }];
    });
    return { ...chart, categories: line(categories), series: chart.kind === 'pie' ? series.slice(0, 1) : series };
  }
}
