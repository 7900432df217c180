import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { seriesColours } from '../../../../packages/contract/src/chart-look.ts';
import { openArchive, zipLimits } from '../../src/sheet/check.ts';
import type { SheetChart } from '../../src/sheet/charts.ts';
import { type Cell, sheetName, startWorkbook } from '../../src/sheet/write.ts';
import { memorySink } from '../../src/sheet/zip.ts';
import { allOf, type Element, parseXml } from '../support/xml-tree.ts';
import { readBytes } from './workbook.ts';

const rows: readonly (readonly Cell[])[] = [
  ['甲型 <1>', 12, 3.5],
  ['乙型 & 2', null, 4],
  ['丙型', 30, 0],
];
const common = { categories: 'A2:A4', anchor: 'F2:N20' } as const;
const two = [
  { name: '车辆', values: 'B2:B4' },
  { name: '里程 & "公里"', values: 'C2:C4', colour: '#AA00bb' },
];
const charts: readonly SheetChart[] = [
  {
    ...common,
    kind: 'bar',
    title: '按车型 <x>',
    series: two,
    axes: { category: '车型', value: '辆' },
    format: '#,##0',
  },
  { ...common, kind: 'bar', stacked: true, title: 'Stacked', series: two },
  { ...common, kind: 'line', title: 'Line', series: two },
  { ...common, kind: 'pie', title: 'Pie', series: two },
];
const name = "Tom's 统计!";

/** @param more charts of a second sheet, whose categories are days */
async function made(more: readonly SheetChart[] = []): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const workbook = await startWorkbook(sink, [name, 'Plain', 'Days']);
  const first = await workbook.sheet([{ title: '车型' }, { title: '车辆' }, { title: '里程' }], charts);
  await first.rows(rows);
  await first.end();
  await (await workbook.sheet([{ title: 'x' }])).end();
  const days = await workbook.sheet([{ title: 'day' }, { title: 'n' }], more);
  for (let day = 1; day <= 3; day++) await days.rows([[new Date(Date.UTC(2026, 0, day)), day]]);
  await days.end();
  await workbook.finish();
  return bytes();
}
const days: SheetChart = {
  kind: 'line',
  title: 'Days',
  categories: 'A2:A4',
  series: [{ name: 'n', values: 'B2:B4' }],
  anchor: 'D2:J16',
};

const partsOf = (bytes: Buffer): ReadonlyMap<string, Element> =>
  new Map(openArchive(bytes, zipLimits).map((file) => [file.name, parseXml(file.read().toString('utf8'))]));
const partOf = (bytes: Buffer, path: string): Element => {
  const part = partsOf(bytes).get(path);
  if (part === undefined) throw new Error(`no part ${path}`);
  return part;
};
const values = (root: Element, element: string): readonly (string | undefined)[] =>
  allOf(root, element).map(({ attributes }) => attributes['val']);
const texts = (root: Element, element: string): readonly string[] => allOf(root, element).map(({ text }) => text);

/** Order of children as the schema (ECMA-376, dml-chart.xsd) has it: Excel calls a file damaged that has another. */
const orders: Readonly<Record<string, string>> = {
  'c:chartSpace': 'date1904 lang roundedCorners style clrMapOvr pivotSource protection chart spPr txPr externalData',
  'c:chart': 'title autoTitleDeleted pivotFmts view3D floor sideWall backWall plotArea legend plotVisOnly dispBlanksAs',
  'c:plotArea': 'layout barChart lineChart pieChart catAx valAx dTable spPr',
  'c:barChart': 'barDir grouping varyColors ser dLbls gapWidth overlap serLines axId',
  'c:lineChart': 'grouping varyColors ser dLbls dropLines hiLowLines upDownBars marker smooth axId',
  'c:pieChart': 'varyColors ser dLbls firstSliceAng',
  'c:ser': 'idx order tx spPr invertIfNegative marker explosion dPt dLbls trendline errBars cat val smooth shape',
  'c:dPt': 'idx invertIfNegative marker bubble3D explosion spPr',
  'c:dLbls':
    'numFmt spPr txPr dLblPos showLegendKey showVal showCatName showSerName showPercent showBubbleSize separator showLeaderLines',
  'c:catAx':
    'axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark minorTickMark tickLblPos spPr txPr crossAx crosses auto lblAlgn lblOffset noMultiLvlLbl',
  'c:valAx':
    'axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark minorTickMark tickLblPos spPr txPr crossAx crosses crossBetween majorUnit',
  'c:title': 'tx layout overlay spPr txPr',
  'c:legend': 'legendPos legendEntry layout overlay spPr txPr',
  'c:numRef': 'f numCache',
  'c:strRef': 'f strCache',
  'c:numCache': 'formatCode ptCount pt',
  'c:strCache': 'ptCount pt',
  'xdr:twoCellAnchor': 'from to graphicFrame clientData',
  'xdr:graphicFrame': 'nvGraphicFramePr xfrm graphic',
  worksheet: 'sheetViews cols sheetData drawing',
};

function checkOrder(element: Element): void {
  const order = orders[element.name]?.split(' ');
  if (order) {
    const places = element.children.map((child) => order.indexOf(child.name.replace(/^\w+:/, '')));
    expect(places, `children of ${element.name}`).toEqual(places.toSorted((a, b) => a - b));
    expect(places, `children of ${element.name}`).not.toContain(-1);
  }
  element.children.forEach(checkOrder);
}

describe('parts of a workbook with charts', () => {
  test('are well-formed, in the order of the schema, all listed with their types, and refer to parts that are there', async () => {
    const parts = partsOf(await made([days]));
    for (const part of parts.values()) checkOrder(part);
    const listed = allOf(parts.get('[Content_Types].xml') ?? parseXml('<x/>'), 'Override').map(
      ({ attributes }) => attributes['PartName'],
    );
    const own = [...parts.keys()].filter((path) => !/\.rels$|Content_Types/.test(path)).map((path) => `/${path}`);
    expect(new Set(listed)).toEqual(new Set(own));
    expect(listed).toHaveLength(own.length);
    expect(own.filter((path) => path.includes('chart'))).toHaveLength(5);
    for (const [path, root] of parts) {
      if (!path.endsWith('.rels')) continue;
      const targets = allOf(root, 'Relationship').map(({ attributes }) =>
        normalize(join(dirname(path), '..', attributes['Target'] ?? '')),
      );
      expect(targets.filter((target) => !parts.has(target))).toEqual([]);
      const owner = parts.get(join(dirname(path), '..', path.split('/').at(-1)?.replace('.rels', '') ?? ''));
      const ids = allOf(root, 'Relationship').map(({ attributes }) => attributes['Id']);
      const used = (element: Element): readonly string[] => [
        ...(element.attributes['r:id'] === undefined ? [] : [element.attributes['r:id']]),
        ...element.children.flatMap(used),
      ];
      if (owner && !path.includes('workbook')) expect(used(owner)).toEqual(ids);
    }
  });

  test('refer to cells by the escaped name of their sheet, with what the cells hold', async () => {
    const chart = partOf(await made(), 'xl/charts/chart1.xml');
    expect(texts(chart, 'c:f')).toEqual([
      "'Tom''s 统计!'!$A$2:$A$4",
      "'Tom''s 统计!'!$B$2:$B$4",
      "'Tom''s 统计!'!$A$2:$A$4",
      "'Tom''s 统计!'!$C$2:$C$4",
    ]);
    const [kinds, numbers] = [allOf(chart, 'c:strCache')[0], allOf(chart, 'c:numCache')[0]];
    expect(kinds && texts(kinds, 'c:v')).toEqual(['甲型 <1>', '乙型 & 2', '丙型']);
    // An empty cell is no point: a gap, not 0.
    expect(numbers && [values(numbers, 'c:ptCount'), texts(numbers, 'c:v'), texts(numbers, 'c:formatCode')]).toEqual([
      ['3'],
      ['12', '30'],
      ['#,##0'],
    ]);
    expect(numbers && allOf(numbers, 'c:pt').map(({ attributes }) => attributes['idx'])).toEqual(['0', '2']);
    expect(texts(chart, 'a:t')).toEqual(['按车型 <x>', '车型', '辆']);
    expect(values(chart, 'c:dispBlanksAs')).toEqual(['gap']);
  });

  test('have axes that cross each other, by ids that no other chart has', async () => {
    const parts = partsOf(await made([days]));
    const ids = [...parts].flatMap(([path, root]) => {
      if (!path.startsWith('xl/charts/')) return [];
      const axes = [...allOf(root, 'c:catAx'), ...allOf(root, 'c:valAx')];
      const own = axes.map((axis) => values(axis, 'c:axId')[0]);
      expect(axes.map((axis) => values(axis, 'c:crossAx')[0])).toEqual(own.toReversed());
      const plot = [...allOf(root, 'c:barChart'), ...allOf(root, 'c:lineChart')];
      expect(plot.flatMap((one) => values(one, 'c:axId'))).toEqual(own);
      return own;
    });
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
  });

  test('have the colours of the product, or those that were asked for', async () => {
    const bytes = await made();
    const colourOf = (series: Element | undefined) =>
      series && allOf(series, 'a:srgbClr').map(({ attributes }) => attributes['val']);
    const bars = allOf(partOf(bytes, 'xl/charts/chart1.xml'), 'c:ser').map(colourOf);
    expect(bars).toEqual([['0B6B7F'], ['AA00BB']]);
    const slices = allOf(partOf(bytes, 'xl/charts/chart4.xml'), 'c:dPt').map((one) => colourOf(one)?.[0]);
    expect(slices).toEqual(
      seriesColours('#0b6b7f')
        .slice(0, 3)
        .map((colour) => colour.slice(1).toUpperCase()),
    );
    expect(values(partOf(bytes, 'xl/charts/chart2.xml'), 'c:overlap')).toEqual(['100']);
    expect(values(partOf(bytes, 'xl/charts/chart2.xml'), 'c:grouping')).toEqual(['stacked']);
  });

  test('show days as days', async () => {
    const chart = partOf(await made([days]), 'xl/charts/chart5.xml');
    expect(texts(chart, 'c:formatCode')[0]).toBe('yyyy\\-mm\\-dd');
    expect(texts(chart, 'c:v').slice(1, 4)).toEqual(['46023', '46024', '46025']);
  });

  test('are equal for equal content, and leave the rows as they are to the reader of imports', async () => {
    const [first, second] = await Promise.all([made([days]), made([days])]);
    expect(first.equals(second)).toBe(true);
    const read = await readBytes(first);
    expect(read.rows.map(({ cells }) => cells)).toEqual([['车型', '车辆', '里程'], ...rows]);
  });

  test('are refused where a program would call the file damaged', async () => {
    const wrong: readonly Partial<SheetChart>[] = [
      { categories: 'A2:B4' },
      { categories: 'a2' },
      { categories: 'A2:A9000' },
      { categories: 'A0:A3' },
      { anchor: 'XFE1:XFE2' },
      { anchor: 'B4:A1' },
      { series: [] },
      { series: [{ name: 'x', values: 'B2:B9' }] },
      { series: [{ name: 'x', values: 'B2:B4', colour: 'red' }] },
    ];
    for (const one of wrong) await expect(made([{ ...days, ...one }])).rejects.toThrow(RangeError);
    expect(["'a'", "''", `${'b'.repeat(30)}'c`].map(sheetName)).toEqual(['a', 'Sheet', 'b'.repeat(30)]);
  });
});

function officeProgram(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v soffice'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
const soffice = officeProgram();
const why = soffice === undefined ? ' (skipped: there is no soffice on this machine)' : '';

test.skipIf(soffice === undefined)(
  `LibreOffice opens it and keeps its charts${why}`,
  { timeout: 180_000 },
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'wheelhouse-'));
    try {
      await writeFile(join(dir, 'charts.xlsx'), await made([days]));
      const args = [
        '--headless',
        `-env:UserInstallation=file://${dir}/profile`,
        '--convert-to',
        'ods',
        '--outdir',
        dir,
      ];
      await promisify(execFile)(soffice ?? '', [...args, join(dir, 'charts.xlsx')]);
      expect(await readdir(dir)).toContain('charts.ods');
      const files = openArchive(await readFile(join(dir, 'charts.ods')), zipLimits);
      const drawn = files.filter((file) => /^Object \d+\/content\.xml$/.test(file.name));
      expect(drawn).toHaveLength(5);
      const all = drawn.map((file) => file.read().toString('utf8')).join('');
      for (const kind of ['chart:bar', 'chart:line', 'chart:circle']) expect(all).toContain(`chart:class="${kind}"`);
      expect(all).toContain('按车型 &lt;x&gt;');
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
);
