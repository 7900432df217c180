import { chartLook, paperSurface, seriesColours } from '@wheelhouse/contract/chart-look';
import { axesOption, type ChartDescription } from '@wheelhouse/contract/chart-option';
import { openOutlines, type Outlines } from './outline.ts';

/** Pixels of the drawing; the picture has `scale` times as many. */
export interface PictureSize {
  readonly width?: number;
  readonly height?: number;
  readonly scale?: 1 | 2 | 3;
}

const [mostCategories, mostSeries, mostPixels] = [500, 24, 2_000];
const [edge, titleSize, legendSize] = [16, 15, 12];
const [titleHeight, legendLine] = [34, 20];

/** The same as `containLabel`, without the warning of echarts. */
const inside = { containLabel: false, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;
const colours = seriesColours(paperSurface.primary);

interface Drawer {
  readonly outlines: Outlines;
  readonly svgOf: (option: Readonly<Record<string, unknown>>, width: number, height: number) => string;
}

/** Charts of the console look like this one too: the same options (`axesOption`) and the same look (`chartLook`). */
async function openDrawer(): Promise<Drawer> {
  const [core, { BarChart, LineChart, PieChart }, components, { SVGRenderer }, outlines] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
    openOutlines(),
  ]);
  const { GridComponent, LegendComponent, TitleComponent } = components;
  core.use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);
  const sizeOf = (font = ''): number => Number(/([\d.]+)px/.exec(font)?.[1] ?? legendSize);
  core.setPlatformAPI({ measureText: (text, font) => ({ width: outlines.widthOf(text) * sizeOf(font) }) });
  return {
    outlines,
    svgOf: (option, width, height) => {
      const chart = core.init(null, chartLook(paperSurface), { renderer: 'svg', ssr: true, width, height });
      try {
        chart.setOption(option);
        return chart.renderToSVGString();
      } finally {
        chart.dispose();
      }
    },
  };
}

let opened: Promise<Drawer> | undefined;
/** The first picture loads what draws: the server starts without it. */
function drawer(): Promise<Drawer> {
  opened ??= openDrawer().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function check({ kind, categories, series }: ChartDescription, sizes: readonly number[]): void {
  if (series.length === 0 || series.length > mostSeries || categories.length > mostCategories)
    throw new RangeError(`a chart has 1 to ${mostSeries} series and up to ${mostCategories} categories`);
  const drawn = kind === 'pie' ? series.slice(0, 1) : series;
  if (drawn.some(({ values }) => values.length !== categories.length))
    throw new RangeError('a series has as many values as there are categories');
  const wrong = series.find(({ colour = '#000000' }) => !/^#[0-9a-f]{6}$/i.test(colour));
  if (wrong !== undefined) throw new RangeError(`no colour: ${wrong.colour}`);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100 || size > mostPixels))
    throw new RangeError(`a picture has 100 to ${mostPixels} pixels`);
}

/** Lines that the legend takes. */
function legendLines({ series }: ChartDescription, { widthOf }: Outlines, width: number): number {
  if (series.length < 2) return 0;
  let [lines, at] = [1, 0];
  for (const { name } of series) {
    // Mark, gap and the space between entries, as `chartLook` has them.
    const wide = 12 + 5 + widthOf(name) * legendSize + 16;
    if (at > 0 && at + wide > width) [lines, at] = [lines + 1, 0];
    at += wide;
  }
  return lines;
}

function pieOption({ categories, series: [one] }: ChartDescription) {
  // A slice keeps the colour of its place when one before it is empty.
  const data = categories
    .map((name, i) => ({ name, value: one?.values[i] ?? 0, itemStyle: { color: colours[i % colours.length] } }))
    .filter(({ value }) => value > 0);
  const label = { color: paperSurface.text, formatter: '{b}  {d}%', textBorderWidth: 0 };
  return {
    series: [{ type: 'pie', radius: '68%', center: ['50%', '55%'], label, percentPrecision: 1, data }],
  };
}

function optionOf(chart: ChartDescription, outlines: Outlines, width: number): Readonly<Record<string, unknown>> {
  const { kind, title, unit } = chart;
  const common = {
    animation: false,
    backgroundColor: '#ffffff',
    title: {
      text: title,
      left: edge,
      top: 10,
      padding: 0,
      textStyle: {
        fontSize: titleSize,
        fontWeight: 'normal',
        color: paperSurface.text,
        overflow: 'truncate',
        width: width - 2 * edge,
      },
    },
  };
  if (kind === 'pie') return { ...common, ...pieOption(chart) };
  const { grid, xAxis, yAxis, series } = axesOption({ ...chart, kind });
  const lines = legendLines(chart, outlines, width - 2 * edge);
  const top = titleHeight + lines * legendLine;
  return {
    ...common,
    // All names: nobody turns pages of a picture.
    ...(lines > 0 && {
      legend: { type: 'plain', top: titleHeight + 4, left: edge, width: width - 2 * edge, padding: 0 },
    }),
    grid: { ...grid, ...inside, left: edge, right: edge, bottom: 12, top: top + (unit === undefined ? 16 : 36) },
    xAxis: { ...xAxis, axisLabel: { ...xAxis.axisLabel, width: 110, overflow: 'truncate' } },
    yAxis: { ...yAxis, nameTextStyle: { align: 'left', padding: [0, 0, 0, -24] } },
    series,
  };
}

/**
 * Draws a chart without a browser: echarts writes an SVG, its texts become outlines, sharp makes a PNG of it. Equal input gives equal bytes.
 * The first one of a process takes about a second and 130 MB, which stay; a later one about 0.1 s (`npx vitest run picture` prints the times).
 * @param size pixels of the drawing, 720 × 360 at a scale of 2 unless given
 * @throws RangeError for a description that cannot be drawn
 * @for a picture of a chart, for mails and documents
 */
export async function chartPicture(chart: ChartDescription, size: PictureSize = {}): Promise<Buffer> {
  const { width = 720, height = 360, scale = 2 } = size;
  check(chart, [width, height]);
  const [{ outlines, svgOf }, { default: sharp }] = await Promise.all([drawer(), import('sharp')]);
  const svg = outlines.outlined(svgOf(optionOf(chart, outlines, width), width, height));
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
