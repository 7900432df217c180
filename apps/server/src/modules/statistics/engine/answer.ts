import { knowsStaff } from '../../../entity/hidden.ts';
import { formatInstant } from '@wheelhouse/contract/time';
import type { StatAnswer, StatCard, StatNumber, StatRow, StatSeries, StatTable } from '@wheelhouse/contract/statistics';
import { numericCodes, isNumericDict } from '../../../entity/storage.ts';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import type { Part, Statistic } from '@wheelhouse/entities/statistics/define';
import { bucketsOf, lastYear, periodBefore } from '@wheelhouse/entities/statistics/period';
import { costCache, scopeKey } from '../../fleet/map/service.ts';
import { ownMeasures, ownParts } from '../own/index.ts';
import type { Who } from '../scoped.ts';
import { ask, type Cell, type Value } from './ask.ts';
import { withNames } from './names.ts';
import { tellParts, tellPeople } from './people.ts';
import type { Question } from './question.ts';

/** A statistic that is asked by somebody. */
export interface Ask {
  readonly who: Who;
  readonly statistic: Statistic;
  readonly question: Question;
}

const cached = costCache<readonly Cell[]>();

/** Cells of a part, shared by users of a scope for a moment. */
function cellsOf(
  { who, statistic, question }: Ask,
  key: string,
  by: readonly string[],
  measures: readonly string[],
): Promise<readonly Cell[]> {
  const name = JSON.stringify([statistic.name, key, by, measures, question, scopeKey(who.user)]);
  const own = ownParts[`${statistic.name}.${key}`];
  return cached(who.app, name, () =>
    own === undefined || by.length === 0
      ? ask({ who, statistic, question, by }, measures)
      : own({ who, question, by, measures }),
  );
}

const empty = (): Omit<StatAnswer, 'asOf'> => ({ cards: [], series: [], rows: [] });
const asOf = (): string => formatInstant(new Date());

async function ownOf({ who, statistic, question }: Ask, name: string): Promise<number | null> {
  // What only rows of a part have is of no whole.
  return (await ownMeasures[`${statistic.name}.${name}`]?.({ who, question })) ?? null;
}

/** Values of measures over all that a question is of. */
async function totalsOf(asked: Ask, names: readonly string[]): Promise<Readonly<Record<string, number | null>>> {
  const { measures } = asked.statistic;
  const isOwn = (name: string): boolean => measures[name] !== undefined && 'own' in measures[name];
  const [[cell], own] = await Promise.all([
    cellsOf(
      asked,
      'cards',
      [],
      names.filter((name) => !isOwn(name)),
    ),
    Promise.all(names.filter(isOwn).map(async (name) => [name, await ownOf(asked, name)] as const)),
  ]);
  return { ...cell?.values, ...Object.fromEntries(own) };
}

/** The cards, each with its value of as many days before and of last year. */
export async function summaryOf(asked: Ask): Promise<StatAnswer> {
  const { statistic, question } = asked;
  const at = (days: Question['days']): Ask => ({ ...asked, question: { ...question, days } });
  const [now, prev, last] = await Promise.all([
    totalsOf(asked, statistic.cards),
    totalsOf(at(periodBefore(question.days)), statistic.cards),
    totalsOf(at(lastYear(question.days)), statistic.cards),
  ]);
  const people = statistic.people === true;
  const cards = statistic.cards.map((key): StatCard => {
    const shown = (n: number | null | undefined): StatNumber =>
      people && statistic.measures[key]?.kind === undefined ? tellPeople(n ?? null) : (n ?? null);
    return { key, value: shown(now[key]), prev: shown(prev[key]), lastYear: shown(last[key]) };
  });
  return { ...empty(), cards, asOf: asOf() };
}

/** Curves by days, without gaps: of each measure, or of the first one by each value of the second dimension, and of the line. */
export async function trendOf(asked: Ask, part: Part): Promise<StatAnswer> {
  const { question } = asked;
  const buckets = bucketsOf(question.days, question.granularity);
  const [, second] = part.by;
  const lines = [...(second === undefined ? part.measures : []), ...(part.line === undefined ? [] : [part.line])];
  const [split, plain] = await Promise.all([
    second === undefined ? [] : cellsOf(asked, 'trend', part.by, part.measures),
    lines.length === 0 ? [] : cellsOf(asked, 'trend', ['day'], lines),
  ]);
  const curve = (
    key: string,
    cells: readonly Cell[],
    none: number | null,
    of: Partial<StatSeries> = {},
  ): StatSeries => {
    const byDay = new Map(cells.map((cell) => [cell.of.day, cell.values[key] ?? null]));
    return { key, name: null, ...of, points: buckets.map((day) => [day, byDay.get(day) ?? none]) };
  };
  const empties = (key: string): number | null => (isCount(asked.statistic, key) ? 0 : null);
  const [first = ''] = part.measures;
  const values = second === undefined ? [] : valuesIn(asked.statistic, second, split);
  return {
    ...empty(),
    series: [
      ...values.map((value) =>
        curve(
          first,
          split.filter(({ of }) => String(of[second ?? '']) === String(value)),
          empties(first),
          {
            by: second ?? '',
            name: value === null ? null : String(value),
          },
        ),
      ),
      ...lines.map((key) => curve(key, plain, empties(key))),
    ],
    asOf: asOf(),
  };
}

/** Counts of an empty group are 0; measured values and quotients are unknown. */
function isCount(statistic: Statistic, name: string): boolean {
  const measure = statistic.measures[name];
  return (
    measure !== undefined &&
    'source' in measure &&
    (measure.value === undefined || ['sum', 'distinct'].includes(measure.value.by))
  );
}

/** Values of a dimension in their order: all that its dictionary has, or those that were counted. */
function valuesIn(statistic: Statistic, name: string, cells: readonly Cell[]): readonly Value[] {
  const found = [...new Set(cells.map(({ of }) => of[name] ?? null))];
  const all = everyValue(statistic, name);
  if (all === undefined) return found.toSorted(inOrder);
  return [...all, ...found.filter((value) => !all.some((one) => String(one) === String(value)))];
}

function everyValue(statistic: Statistic, name: string): readonly Value[] | undefined {
  const dimension = statistic.dimensions[name];
  if (dimension?.bands !== undefined) return [...dimension.bands, null].map((_, place) => place);
  if (Array.isArray(dimension?.all)) return dimension.all;
  if (dimension?.all === undefined || dimension.as.kind !== 'dict') return undefined;
  const { dict } = dimension.as;
  return isNumericDict(dict)
    ? numericCodes(dict)
    : dictionaries.find(({ category }) => category === dict)?.entries.map(({ code }) => code);
}

const inOrder = (a: Value, b: Value): number =>
  a === null
    ? 1
    : b === null
      ? -1
      : typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a) < String(b)
          ? -1
          : 1;

const rowOf = ({ of, values }: Cell): StatRow => ({ ...of, ...values });

/** The largest first, by the first measure; what is alike, by its group. */
function byFirst(part: Part) {
  const [first = ''] = part.measures;
  return (a: Cell, b: Cell): number => {
    const [x, y] = [a.values[first] ?? null, b.values[first] ?? null];
    if (x !== y) return x === null ? 1 : y === null ? -1 : y - x;
    return part.by.reduce((order, name) => order || inOrder(a.of[name] ?? null, b.of[name] ?? null), 0);
  };
}

/** Rows of all combinations that a part shows, those without records too. */
function filled(statistic: Statistic, part: Part, cells: readonly Cell[]): readonly Cell[] {
  const every = part.by.map((name) => everyValue(statistic, name));
  if (every.some((one) => one === undefined)) return cells;
  const known = new Map(cells.map((cell) => [JSON.stringify(part.by.map((name) => String(cell.of[name]))), cell]));
  const combinations = every.reduce<Value[][]>(
    (all, values) => all.flatMap((some) => (values ?? []).map((value) => [...some, value])),
    [[]],
  );
  const added = combinations.flatMap((values): Cell[] =>
    known.has(JSON.stringify(values.map(String)))
      ? []
      : [
          {
            of: Object.fromEntries(part.by.map((name, n) => [name, values[n] ?? null])),
            values: Object.fromEntries(part.measures.map((name) => [name, isCount(statistic, name) ? 0 : null])),
          },
        ],
  );
  return [...cells, ...added];
}

async function sorted(asked: Ask, key: string, part: Part): Promise<readonly Cell[]> {
  const cells = filled(asked.statistic, part, await cellsOf(asked, key, part.by, part.measures));
  const ordered = part.by.every((name) => everyValue(asked.statistic, name) !== undefined || name === 'day');
  const byGroup = (a: Cell, b: Cell): number =>
    part.by.reduce((order, name) => order || inOrder(a.of[name] ?? null, b.of[name] ?? null), 0);
  return cells.toSorted(ordered ? byGroup : part.by[0] === 'day' ? byDays(part) : byFirst(part));
}

/** The newest days first; of one of them, the largest. */
function byDays(part: Part) {
  const largest = byFirst(part);
  return (a: Cell, b: Cell): number => {
    const [x, y] = [String(a.of.day), String(b.of.day)];
    return x === y ? largest(a, b) : x < y ? 1 : -1;
  };
}

/** Rows of a group, the largest first; with `topN` only so many. The cards are of all, also of those left out. */
export async function groupOf(asked: Ask, key: string, part: Part, topN = part.top): Promise<StatAnswer> {
  const [cells, totals] = await Promise.all([sorted(asked, key, part), totalsOf(asked, part.measures)]);
  const all = cells.map(rowOf);
  const told = part.people === true ? hidden(part, all) : all;
  const rows = await withNames(asked.who, asked.statistic, part.by, told.slice(0, topN));
  const cards = part.measures.map((name): StatCard => ({
    key: name,
    value: part.people === true ? tellPeople(totals[name] ?? null) : (totals[name] ?? null),
    prev: null,
    lastYear: null,
  }));
  return { ...empty(), cards, rows, asOf: asOf() };
}

/** Numbers of few people are not told, nor what would give them away. */
function hidden(part: Part, rows: readonly StatRow[]): readonly StatRow[] {
  const [first = ''] = part.measures;
  const groups = rows.map((row) => (part.by.length > 1 ? part.by.map((name) => `${name} ${row[name]}`) : ['all']));
  const told = tellParts(
    rows.map((row) => Number(row[first] ?? 0)),
    groups,
  );
  return rows.map((row, at) => ({
    ...row,
    ...(told[at] === '<5' && Object.fromEntries(part.measures.map((name) => [name, name === first ? '<5' : null]))),
  }));
}

/** Whether rows are people of the platform, and whoever asks is none of them: dealers are told sums alone. */
const namesStaff = ({ who, statistic }: Ask, part: Part): boolean =>
  !knowsStaff(who.user) &&
  part.by.some((name) => {
    const as = statistic.dimensions[name]?.as;
    return as?.kind === 'ref' && as.to === 'sysUser';
  });

/** A page of a table, with the row of all. */
export async function tableOf(
  asked: Ask,
  key: string,
  part: Part,
  paging: { readonly page: number; readonly pageSize: number },
): Promise<StatTable> {
  const { page, pageSize } = paging;
  const [cells, sums] = await Promise.all([
    namesStaff(asked, part) ? [] : sorted(asked, key, part),
    totalsOf(asked, part.measures),
  ]);
  const all = part.people === true ? hidden(part, cells.map(rowOf)) : cells.map(rowOf);
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const list = await withNames(asked.who, asked.statistic, part.by, shown);
  return { ...empty(), list, sums, total: all.length, page, pageSize, asOf: asOf() };
}
