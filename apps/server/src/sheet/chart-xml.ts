import { paperSurface, seriesColours } from '@wheelhouse/contract/chart-look';
import { type Cell, columnName, serialOf } from './cell.ts';
import type { CellRange } from './ranges.ts';
import { escapeAttribute, escapeText, office, xml } from './xml.ts';

// A chart as a part of a workbook (ECMA-376 part 1, 21.2). The order of elements is that of the schema: programs refuse another one.

/** Cells of a sheet, with what they hold. */
interface Line {
  readonly sheet: string;
  readonly range: CellRange;
  readonly cells: readonly Cell[];
}

export interface DrawnSeries {
  readonly name: string;
  readonly colour: string | undefined;
  readonly values: Line;
}

/** What a chart shows. */
export interface ChartSource {
  readonly kind: 'line' | 'bar' | 'pie';
  readonly stacked?: boolean;
  readonly title: string;
  readonly categories: Line;
  readonly series: readonly DrawnSeries[];
  readonly axes?: { readonly category?: string; readonly value?: string };
  readonly format?: string;
}

const colours = seriesColours(paperSurface.primary);
const colourOf = (given: string | undefined, at: number): string =>
  (given ?? colours[at % colours.length] ?? paperSurface.primary).slice(1).toUpperCase();
const fill = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;
const hex = (colour: string): string => colour.slice(1).toUpperCase();
const lineXml = (colour: string, width: number): string =>
  `<a:ln w="${width}" cap="rnd">${fill(colour)}<a:round/></a:ln>`;

/** Text of a chart: hundredths of a point, and its colour. */
const runProperties = (tag: string, size: number, colour: string, bold = 0): string =>
  `<a:${tag} sz="${size}" b="${bold}">${fill(hex(colour))}</a:${tag}>`;
const textLook = (size: number, colour: string): string =>
  `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${runProperties('defRPr', size, colour)}</a:pPr><a:endParaRPr lang="zh-CN"/></a:p></c:txPr>`;
const titleXml = (text: string, size: number, bold: 0 | 1): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${runProperties('defRPr', size, paperSurface.text, bold)}</a:pPr><a:r>${runProperties('rPr', size, paperSurface.text, bold)}<a:t>${escapeText(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

/** `'Sheet''s name'!$B$2:$B$13`: between apostrophes every name is one. */
export function referenceOf(sheet: string, { left, top, right, bottom }: CellRange): string {
  const [from, to] = [`$${columnName(left - 1)}$${top}`, `$${columnName(right - 1)}$${bottom}`];
  return `'${sheet.replaceAll("'", "''")}'!${from === to ? from : `${from}:${to}`}`;
}

const numberOf = (cell: Cell): number | undefined => {
  if (cell instanceof Date) return serialOf(cell.getTime());
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : undefined;
};

function pointsOf(values: readonly (string | number | undefined)[]): string {
  const points = values.map((value, i) =>
    value === undefined
      ? ''
      : `<c:pt idx="${i}"><c:v>${typeof value === 'string' ? escapeText(value) : value}</c:v></c:pt>`,
  );
  return `<c:ptCount val="${values.length}"/>${points.join('')}`;
}

function numbersXml({ sheet, range, cells }: Line, format: string): string {
  const reference = escapeText(referenceOf(sheet, range));
  return `<c:numRef><c:f>${reference}</c:f><c:numCache><c:formatCode>${escapeText(format)}</c:formatCode>${pointsOf(cells.map(numberOf))}</c:numCache></c:numRef>`;
}

const isNumeric = (cell: Cell): boolean => cell === null || numberOf(cell) !== undefined;
const hasDates = ({ cells }: Line): boolean => cells.some((cell) => cell instanceof Date);
/** Format of categories that are numbers. */
const formatOf = (line: Line): string => (hasDates(line) ? 'yyyy\\-mm\\-dd' : 'General');

function categoriesXml(line: Line): string {
  if (line.cells.every(isNumeric) && line.cells.some((cell) => cell !== null))
    return `<c:cat>${numbersXml(line, formatOf(line))}</c:cat>`;
  const texts = line.cells.map((cell) =>
    cell === null || cell === '' ? undefined : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell),
  );
  const reference = escapeText(referenceOf(line.sheet, line.range));
  return `<c:cat><c:strRef><c:f>${reference}</c:f><c:strCache>${pointsOf(texts)}</c:strCache></c:strRef></c:cat>`;
}

/** The slices of a pie, each in its colour. */
function slicesXml(count: number): string {
  const edge = `<a:ln w="9525">${fill('FFFFFF')}</a:ln>`;
  return Array.from(
    { length: count },
    (_, i) =>
      `<c:dPt><c:idx val="${i}"/><c:bubble3D val="0"/><c:spPr>${fill(colourOf(undefined, i))}${edge}</c:spPr></c:dPt>`,
  ).join('');
}

function seriesXml({ kind, categories, format = 'General' }: ChartSource, one: DrawnSeries, at: number): string {
  const colour = colourOf(one.colour, at);
  const head = `<c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:v>${escapeText(one.name)}</c:v></c:tx>`;
  const data = `${categoriesXml(categories)}<c:val>${numbersXml(one.values, format)}</c:val>`;
  if (kind === 'line') {
    const marker = `<c:marker><c:symbol val="circle"/><c:size val="5"/><c:spPr>${fill(colour)}${lineXml(colour, 9525)}</c:spPr></c:marker>`;
    return `<c:ser>${head}<c:spPr>${lineXml(colour, 25_400)}</c:spPr>${marker}${data}<c:smooth val="0"/></c:ser>`;
  }
  if (kind === 'bar')
    return `<c:ser>${head}<c:spPr>${fill(colour)}</c:spPr><c:invertIfNegative val="0"/>${data}</c:ser>`;
  const shows = [
    ['LegendKey', 0],
    ['Val', 0],
    ['CatName', 0],
    ['SerName', 0],
    ['Percent', 1],
    ['BubbleSize', 0],
  ] as const;
  const labels = `<c:dLbls><c:numFmt formatCode="0.0%" sourceLinked="0"/>${shows.map(([name, is]) => `<c:show${name} val="${is}"/>`).join('')}<c:showLeaderLines val="1"/></c:dLbls>`;
  return `<c:ser>${head}${slicesXml(one.values.cells.length)}${labels}${data}</c:ser>`;
}

/** Ids of the two axes: unique in the workbook, so that charts that are copied beside each other keep their own. */
const axisIds = (number: number): readonly [number, number] => [500_000_000 + number * 2, 500_000_001 + number * 2];

function axesXml({ axes, categories, format = 'General' }: ChartSource, number: number): string {
  const [ofCategories, ofValues] = axisIds(number);
  const scaling = '<c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>';
  const named = (text: string | undefined): string => (text === undefined || text === '' ? '' : titleXml(text, 900, 0));
  const look = (line: string): string => `<c:spPr>${line}</c:spPr>${textLook(900, paperSurface.faint)}`;
  const ticks = '<c:majorTickMark val="none"/><c:minorTickMark val="none"/>';
  const grid = `<c:majorGridlines><c:spPr>${lineXml(hex(paperSurface.softLine), 9525)}</c:spPr></c:majorGridlines>`;
  const format1 = `<c:numFmt formatCode="${escapeAttribute(formatOf(categories))}" sourceLinked="0"/>`;
  const format2 = `<c:numFmt formatCode="${escapeAttribute(format)}" sourceLinked="0"/>`;
  return `<c:catAx><c:axId val="${ofCategories}"/>${scaling}<c:axPos val="b"/>${named(axes?.category)}${format1}${ticks}<c:tickLblPos val="low"/>${look(lineXml(hex(paperSurface.line), 9525))}<c:crossAx val="${ofValues}"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>\
<c:valAx><c:axId val="${ofValues}"/>${scaling}<c:axPos val="l"/>${grid}${named(axes?.value)}${format2}${ticks}<c:tickLblPos val="nextTo"/>${look('<a:ln><a:noFill/></a:ln>')}<c:crossAx val="${ofCategories}"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>`;
}

function plotXml(chart: ChartSource, number: number): string {
  const series = chart.series.map((one, at) => seriesXml(chart, one, at)).join('');
  if (chart.kind === 'pie')
    return `<c:pieChart><c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/></c:pieChart>`;
  const ids = axisIds(number)
    .map((id) => `<c:axId val="${id}"/>`)
    .join('');
  const axes = axesXml(chart, number);
  if (chart.kind === 'line')
    return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series}<c:marker val="1"/>${ids}</c:lineChart>${axes}`;
  const grouping = chart.stacked === true ? 'stacked' : 'clustered';
  const overlap = chart.stacked === true ? '<c:overlap val="100"/>' : '';
  return `<c:barChart><c:barDir val="col"/><c:grouping val="${grouping}"/><c:varyColors val="0"/>${series}<c:gapWidth val="80"/>${overlap}${ids}</c:barChart>${axes}`;
}

const namespace = 'http://schemas.openxmlformats.org/drawingml/2006';

/** @param number of the chart in its workbook, from 1 */
export function chartXml(chart: ChartSource, number: number): string {
  const legend = chart.kind === 'pie' || chart.series.length > 1;
  const legendXml = `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${textLook(900, paperSurface.text)}</c:legend>`;
  return `${xml}<c:chartSpace xmlns:c="${namespace}/chart" xmlns:a="${namespace}/main" xmlns:r="${office}"><c:date1904 val="0"/><c:roundedCorners val="0"/>\
<c:chart>${titleXml(chart.title, 1200, 1)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plotXml(chart, number)}</c:plotArea>${legend ? legendXml : ''}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>\
<c:spPr>${fill('FFFFFF')}<a:ln w="9525">${fill(hex(paperSurface.line))}</a:ln></c:spPr></c:chartSpace>`;
}
