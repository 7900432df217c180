import type { Text } from '@wheelhouse/contract/lang';
import type { StatRow } from '@wheelhouse/contract/statistics';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { nameKey } from '@wheelhouse/entities/reading';
import { routeNamed } from '@wheelhouse/entities/routes';
import { bandText, type Part, type Statistic } from '@wheelhouse/entities/statistics/define';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { issueSheets, type Sheet } from '../../../entity/export/issue-sheet.ts';
import { makeCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { form } from '../../../http/kit.ts';
import { AppError } from '../../../http/errors.ts';
import { holds } from '../../../entity/read.ts';
import type { SheetChart } from '../../../sheet/charts.ts';
import type { Cell } from '../../../sheet/write.ts';
import { groupOf, summaryOf, tableOf, trendOf, type Ask } from './answer.ts';
import { answer } from './asked.ts';
import { chartOfGroups, chartOfTrend, drawnOf, type Charted } from './sheet-charts.ts';

/** Most rows of an export (catalogue 11, §0). */
const mostRows = 100_000;
const fenOfYuan = 100;

export interface PartSheet extends Charted {
  readonly charts?: readonly SheetChart[];
}
type InLang = Pick<CallContext, 'lang'>;

const titles = {
  cards: { zh: '指标', en: 'Numbers' },
  name: { zh: '名称', en: 'Name' },
  value: { zh: '本期', en: 'Value' },
  before: { zh: '上期', en: 'Period before' },
  lastYear: { zh: '去年同期', en: 'Last year' },
  day: { zh: '日期', en: 'Day' },
  all: { zh: '合计', en: 'All' },
  none: { zh: '未知', en: 'Unknown' },
} as const satisfies Readonly<Record<string, Text>>;

/** Money as yuan, the rest as it is: a workbook is counted on. */
function cellOf({ measures }: Statistic, name: string, value: number | string | null | undefined): Cell {
  if (value === undefined) return null;
  return typeof value === 'number' && measures[name]?.kind === 'money' ? value / fenOfYuan : value;
}

function labelOf({ measures, dimensions }: Statistic, name: string, { lang }: InLang): string {
  const measure = measures[name];
  if (measure !== undefined) {
    const unit =
      measure.kind === 'money'
        ? { zh: '元', en: 'CNY' }
        : measure.kind === 'percent'
          ? { zh: '%', en: '%' }
          : measure.unit;
    return unit === undefined ? measure.label[lang] : `${measure.label[lang]} (${unit[lang]})`;
  }
  return name === 'day' ? titles.day[lang] : (dimensions[name]?.label[lang] ?? name);
}

/** A value of a dimension as people read it. */
function groupOfRow({ dimensions }: Statistic, name: string, row: StatRow, { lang }: InLang): Cell {
  const value = row[name] ?? null;
  const dimension = dimensions[name];
  if (dimension === undefined || value === null) return value;
  if (dimension.bands !== undefined) return bandText(dimension, Number(value));
  if (dimension.as.kind !== 'dict') return row[nameKey(name)] ?? value;
  const { dict } = dimension.as;
  const entry = dictionaries
    .find(({ category }) => category === dict)
    ?.entries.find(({ code }) => code === String(value));
  return entry === undefined ? value : entry[lang];
}

function sheetOfRows(ctx: InLang, statistic: Statistic, part: Part, rows: readonly StatRow[]): PartSheet {
  const sheet = {
    title: part.title[ctx.lang],
    columns: [...part.by, ...part.measures].map((name) => ({ title: labelOf(statistic, name, ctx) })),
    rows: rows.map((row) => [
      ...part.by.map((name) => groupOfRow(statistic, name, row, ctx)),
      ...part.measures.map((name) => cellOf(statistic, name, row[name])),
    ]),
  };
  return { ...sheet, charts: chartOfGroups(part, sheet) };
}

async function cardsSheet(ctx: InLang, asked: Ask): Promise<PartSheet> {
  const { cards } = await summaryOf(asked);
  return {
    title: titles.cards[ctx.lang],
    columns: [titles.name, titles.value, titles.before, titles.lastYear].map((title) => ({ title: title[ctx.lang] })),
    rows: cards.map(({ key, value, prev, lastYear }) => [
      labelOf(asked.statistic, key, ctx),
      ...[value, prev, lastYear].map((one) => cellOf(asked.statistic, key, one)),
    ]),
  };
}

/** The curves of a page as a table, and which of its columns are drawn. */
export async function trendSheet(asked: Ask, part: Part): Promise<PartSheet & { readonly drawn: readonly number[] }> {
  const { statistic, who: ctx } = asked;
  const { series } = await trendOf(asked, part);
  const [, second = ''] = part.by;
  const sheet = {
    title: part.title[ctx.lang],
    columns: [
      { title: titles.day[ctx.lang] },
      ...series.map(({ key, by, name }) => ({
        title:
          by === undefined
            ? labelOf(statistic, key, ctx)
            : String(groupOfRow(statistic, second, { [second]: name }, ctx) ?? titles.none[ctx.lang]),
      })),
    ],
    rows: (series[0]?.points ?? []).map(([day], at) => [
      day,
      ...series.map(({ key, points }) => cellOf(statistic, key, points[at]?.[1])),
    ]),
  };
  const drawn = drawnOf(
    part,
    series.map(({ key }) => key),
  );
  return { ...sheet, drawn, charts: chartOfTrend(part, sheet, drawn) };
}

/** Every number of a page, each part as a sheet with its chart, in the language of who asks. @throws AppError 1007 */
export async function sheetsOf(asked: Ask): Promise<PartSheet[]> {
  const { statistic, who: ctx } = asked;
  const { trend, groups, tables = {}, cards } = statistic;
  const all = await Promise.all([
    ...(cards.length === 0 ? [] : [cardsSheet(ctx, asked)]),
    ...(trend === undefined ? [] : [trendSheet(asked, trend)]),
    ...Object.entries(groups?.parts ?? {}).map(async ([key, part]) =>
      sheetOfRows(ctx, statistic, part, (await groupOf(asked, key, part, mostRows)).rows),
    ),
    ...Object.entries(tables).map(async ([key, part]) => {
      const { list, sums } = await tableOf(asked, key, part, { page: 1, pageSize: mostRows });
      const sheet = sheetOfRows(ctx, statistic, part, list);
      const total = part.measures.map((name) => cellOf(statistic, name, sums[name]));
      const [, ...others] = part.by;
      return { ...sheet, rows: [...sheet.rows, [titles.all[ctx.lang], ...others.map(() => null), ...total]] };
    }),
  ]);
  if (all.reduce((sum, { rows }) => sum + rows.length, 0) > mostRows) throw new AppError(1007, { n: mostRows });
  return all;
}

export const asTable = ({ rows, ...sheet }: PartSheet): Sheet => ({ ...sheet, portions: [rows] });

/** The export of the statistics of a base: every number of a page, each part as a sheet. */
export function exportOf(base: string, statistics: readonly Statistic[]): Call {
  const [first] = statistics;
  return makeCall({
    method: 'POST',
    path: `${base}/export`,
    access: statistics.map(({ route }) => `${route}.export`),
    effect: 'reads',
    traced: true,
    summary: { zh: '导出统计', en: 'Export numbers' },
    body: z.object({ query: form.optional(), report: z.string().max(40).optional() }),
    async run(ctx, { query, report }) {
      const statistic = statistics.length === 1 ? first : statistics.find(({ name }) => name === report);
      if (statistic === undefined) throw refuseField(ctx, 'report', report === undefined ? 'required' : 'invalid');
      if (!holds(ctx.user, `${statistic.route}.export`)) throw new AppError(1003);
      const route = routeNamed(statistic.route);
      const sheets = await answer(ctx, statistic, query, sheetsOf);
      const rows = sheets.reduce((sum, one) => sum + one.rows.length, 0);
      const fileName = await issueSheets(ctx, {
        fileName: route[ctx.lang],
        sheets: sheets.map(asTable),
        log: () =>
          withTransaction(ctx.app.db, (tx) =>
            audit(tx, ctx, {
              action: 'export',
              entity: route.name,
              entityId: null,
              after: { query: query ?? {}, rows },
              path: `${base}/export`,
              functionCode: `${route.name}.export`,
            }),
          ),
      });
      return { fileName, rows };
    },
  });
}
