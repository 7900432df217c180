import { columnOf, type BaseMeasure, type Statistic } from '@wheelhouse/entities/statistics/define';
import { bucketsOf, type Granularity } from '@wheelhouse/entities/statistics/period';
import { sql } from 'kysely';
import type { Fragment } from '../../../entity/scope.ts';
import { runShared, type Who } from '../scoped.ts';
import { dimensionsOf, openSource } from '../sources/index.ts';
import { startOfDay } from '../../../db/wall-clock.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { aggregate, basesOf, isCount, valueOf, type Values } from './measures.ts';
import type { Question } from './question.ts';
import type { OpenSource } from './source.ts';

export type Value = string | number | null;
/** Numbers of one group. */
export interface Cell {
  readonly of: Readonly<Record<string, Value>> & { readonly day?: Value };
  readonly values: Readonly<Record<string, number | null>>;
}

/** Groups of one question end here: more are no picture, and no table that people read. */
const mostCells = 20_000;
const tooMany = {
  zh: '分组超过{n}个，请缩短日期或按周、月统计',
  en: 'Over {n} groups: choose fewer days, or weeks or months',
} as const;

/** SQL of a bucket of days; of earlier days null, whose numbers are what there was before. */
const bucketSql: Readonly<Record<Granularity, (day: string) => string>> = {
  day: (day) => `to_char(${day}, 'YYYY-MM-DD')`,
  week: (day) => `to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')`,
  month: (day) => `to_char(${day}, 'YYYY-MM')`,
};

interface Asking {
  readonly who: Who;
  readonly statistic: Statistic;
  readonly question: Question;
  readonly by: readonly string[];
  /** Of more groups than these, so many that are evenly spread over all, in their order. */
  readonly most?: number | undefined;
}

/** So many of the rows of a statement that have something, evenly spread over all in their order. */
const spread = (rows: Fragment, order: string, most: number): Fragment => sql`
  select * from (select q.*, row_number() over (order by ${sql.raw(order)}) as place, count(*) over () as of from (${rows}) q where q.m0 <> 0) p
  where p.of <= ${sql.lit(most)} or p.place * ${sql.lit(most)} / p.of <> (p.place - 1) * ${sql.lit(most)} / p.of`;

/** SQL of a dimension; undefined where the source cannot be told apart by it. */
function groupSql(
  { statistic, question, by }: Asking,
  open: OpenSource,
  source: string,
  name: string,
): Fragment | undefined {
  if (name === 'day') {
    if (open.day === undefined || open.at === undefined) return undefined;
    const bucket = sql.raw(bucketSql[question.granularity](open.day));
    return sql`case when ${since(open.at, question.days.from)} then ${bucket} end`;
  }
  const dimension = statistic.dimensions[name];
  if (dimension === undefined) throw new Error(`${statistic.name} has no dimension ${name} (${by.join()})`);
  const column = open.column(columnOf(dimension, name, source));
  if (column === undefined) return undefined;
  return dimension.bands === undefined
    ? sql.raw(column)
    : sql.raw(
        `case when ${column} is not null then (select count(*)::int from unnest(array[${dimension.bands.map(Number).join()}]::float8[]) edge where edge < ${column}) end`,
      );
}

/** Conditions on the time of a row: from the beginning of a day, or before it. */
const since = ({ sql: text, is }: NonNullable<OpenSource['at']>, day: string): Fragment => {
  if (is === 'instant') return sql`${sql.raw(text)} >= ${startOfDay(sql`${day}::date`)}`;
  return is === 'day'
    ? sql`${sql.raw(text)} >= ${day}::date`
    : sql`${sql.raw(text)} >= date_trunc('month', ${day}::date)`;
};
const before = ({ sql: text, is }: NonNullable<OpenSource['at']>, day: string, plus: 0 | 1): Fragment =>
  is === 'instant'
    ? sql`${sql.raw(text)} < ${startOfDay(sql`(${day}::date + ${sql.lit(plus)})`)}`
    : sql`${sql.raw(text)} < ${day}::date + ${sql.lit(plus)}`;

function rangeOf({ by, question: { days } }: Asking, open: OpenSource, { range = 'within' }: BaseMeasure): Fragment[] {
  // By days, what there was before is a group of its own.
  if (open.at === undefined || by.includes('day')) return [];
  if (range === 'until') return [];
  return [range === 'within' ? since(open.at, days.from) : before(open.at, days.from, 0)];
}

type Raw = Record<string, Value>;

/** Numbers of one source, by the dimensions that it has. */
async function askSource(
  asking: Asking,
  source: string,
  measures: readonly (readonly [string, BaseMeasure])[],
): Promise<Cell[]> {
  const { who, statistic, question, by, most } = asking;
  const names = [
    ...measures.flatMap(([, { value }]) => (value === undefined ? [] : [value.of])),
    ...by.flatMap((name) =>
      name === 'day' ? [] : [columnOf(statistic.dimensions[name] ?? missing(name), name, source)],
    ),
  ];
  const open = openSource({
    who,
    statistic,
    source,
    filters: question.filters,
    columns: names,
    to: question.days.to,
    by,
  });
  const groups = by.map((name) => groupSql(asking, open, source, name));
  const aggregates = measures.map(([, measure]) =>
    aggregate(measure, measure.value && open.column(measure.value.of), [
      ...open.meets(measure.where ?? {}),
      ...rangeOf(asking, open, measure),
    ]),
  );
  const { at } = open;
  const whole = measures.some(([, { range = 'within' }]) => range !== 'within');
  const where = [
    ...open.where,
    ...(at === undefined ? [] : [before(at, question.days.to, 1), ...(whole ? [] : [since(at, question.days.from)])]),
  ];
  const columns = [
    ...groups.map((group, n) => sql`${group ?? sql`null`} as ${sql.raw(`"g${n}"`)}`),
    ...aggregates.map((one, n) => sql`${one} as ${sql.raw(`"m${n}"`)}`),
  ];
  const places = by.map((_, n) => String(n + 1)).join();
  const all = sql`select ${sql.join(columns)} from ${open.from} where ${sql.join(where, sql` and `)}
      ${by.length === 0 ? sql`` : sql`group by ${sql.raw(places)}`}`;
  const rows = await runShared<Raw>(
    who,
    most === undefined
      ? sql`${all} limit ${sql.lit(mostCells + 1)}`
      : spread(all, by.map((_, n) => `q."g${n}"`).join(), most),
  );
  // Part of the groups would be a wrong answer.
  if (rows.length > mostCells) throw refuseField(who, 'query.granularity', tooMany, { n: mostCells });
  return rows.map((row) => ({
    of: Object.fromEntries(by.map((name, n) => [name, row[`g${n}`] ?? null])),
    values: Object.fromEntries(
      measures.map(([name], n) => [name, row[`m${n}`] === null ? null : Number(row[`m${n}`])]),
    ),
  }));
}

function missing(name: string): never {
  throw new Error(`no dimension ${name}`);
}

/** What a group is known by, among those by some dimensions. */
export const keyOf = (cell: Cell, by: readonly string[]): string =>
  JSON.stringify(by.map((name) => cell.of[name] ?? null));

/** What there is until the end of each bucket, or before it: from what there was before all, and what came since. */
function cumulate(
  cells: readonly Cell[],
  { statistic, question, by }: Asking,
  bases: ReadonlyMap<string, BaseMeasure>,
): Cell[] {
  const growing = [...bases].filter(([, { range = 'within' }]) => range !== 'within');
  if (growing.length === 0) return cells.filter(({ of }) => of.day !== null);
  const others = by.filter((name) => name !== 'day');
  const groups = Map.groupBy(cells, (cell) => keyOf(cell, others));
  const buckets = bucketsOf(question.days, question.granularity);
  for (const [name, { value }] of growing)
    if (value !== undefined && value.by !== 'sum')
      throw new Error(`${statistic.name}.${name} does not add up over days`);
  return [...groups.values()].flatMap((group) => {
    const byBucket = new Map(group.map((cell) => [cell.of.day ?? null, cell]));
    const reached = new Map(growing.map(([name]) => [name, byBucket.get(null)?.values[name] ?? 0]));
    return buckets.map((bucket): Cell => {
      const own = byBucket.get(bucket);
      const values: Values = Object.fromEntries([...bases.keys()].map((name) => [name, own?.values[name] ?? null]));
      for (const [name, { range }] of growing) {
        const before = reached.get(name) ?? 0;
        const after = before + (own?.values[name] ?? 0);
        reached.set(name, after);
        values[name] = range === 'before' ? before : after;
      }
      return { of: { ...group[0]?.of, day: bucket }, values };
    });
  });
}

/**
 * Numbers of a statistic by some dimensions, in no order: those that were counted, not the empty ones between them. Counts of a group without
 * records are 0, measured values of it and ratios without a whole are null, and so is what a filter of the question cannot narrow.
 */
export async function ask(asking: Asking, measures: readonly string[]): Promise<Cell[]> {
  const { statistic, by } = asking;
  const bases = basesOf(statistic, measures);
  const sources = Map.groupBy(bases, ([, { source }]) => source);
  const answers = await Promise.all([...sources].map(([source, own]) => answerOf(asking, source, own)));
  const merged = new Map<string, { readonly of: Cell['of']; readonly bases: Values }>();
  for (const { cells } of answers.filter((one) => one.by.length === by.length))
    for (const cell of cells) {
      const key = keyOf(cell, by);
      const known = merged.get(key) ?? { of: cell.of, bases: {} };
      Object.assign(known.bases, cell.values);
      merged.set(key, known);
    }
  // What others are a rate of stands beside each group that it is the whole of.
  for (const { by: some, cells } of answers.filter((one) => one.by.length < by.length)) {
    const wholes = new Map(cells.map((cell) => [keyOf(cell, some), cell.values]));
    for (const { of, bases: found } of merged.values())
      Object.assign(found, wholes.get(keyOf({ of, values: {} }, some)));
  }
  if (by.length === 0 && merged.size === 0) merged.set('[]', { of: {}, bases: {} });
  // A source that counted nothing of a group counted 0 of it.
  const none: Values = Object.fromEntries(
    answers.flatMap(({ own, known }) => own.map(([name, measure]) => [name, known && isCount(measure) ? 0 : null])),
  );
  return [...merged.values()].map(({ of, bases: found }) => {
    const all: Values = { ...none };
    for (const [name, n] of Object.entries(found)) if (n !== null) all[name] = n;
    return { of, values: Object.fromEntries(measures.map((name) => [name, valueOf(statistic, name, all)])) };
  });
}

interface SourceAnswer {
  readonly own: readonly (readonly [string, BaseMeasure])[];
  /** Dimensions that its numbers are told apart by. */
  readonly by: readonly string[];
  /** Whether it can be narrowed by all filters of the question. */
  readonly known: boolean;
  readonly cells: readonly Cell[];
}

/** What a source says to a question: of a dimension that it does not have, only what is the whole of all groups. */
async function answerOf(asking: Asking, source: string, all: SourceAnswer['own']): Promise<SourceAnswer> {
  const { statistic, question } = asking;
  const by = dimensionsOf(statistic, source, asking.by);
  const own = by.length === asking.by.length ? all : all.filter(([, { whole }]) => whole);
  const { filters = {}, across = [] } = statistic.sources[source] ?? {};
  const narrows = ({ field }: { readonly field: string }): boolean =>
    Object.hasOwn(filters, field) || across.includes(field);
  const known = own.length === all.length && question.filters.every(narrows);
  if (!known) return { own: all, by, known, cells: [] };
  const cells = await askSource({ ...asking, by }, source, own);
  return { own, by, known, cells: by.includes('day') ? cumulate(cells, { ...asking, by }, new Map(own)) : cells };
}
