import { knowsStaff } from '../../../entity/hidden.ts';
import { formatInstant } from '@wheelhouse/contract/time';
import type { StatAnswer, StatCard, StatNumber, StatRow, StatSeries, StatTable } from '@wheelhouse/contract/statistics';
import { numericCodes, isNumericDict } from '../../../entity/storage.ts';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { isBase, isRatio, type Part, type Statistic } from '@wheelhouse/entities/statistics/define';
import { bucketsOf, lastYear, periodBefore } from '@wheelhouse/entities/statistics/period';
import { costCache, scopeKey } from '../../fleet/map/service.ts';
import { ownMeasures, ownParts } from '../own/index.ts';
import type { Who } from '../scoped.ts';
import { ask, type Cell, type Value } from './ask.ts';
import { isCount } from './measures.ts';
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
  most?: number,
): Promise<readonly Cell[]> {
  const name = JSON.stringify([statistic.name, key, by, measures, question, scopeKey(who.user)]);
  const own = ownParts[`${statistic.name}.${key}`];
  return cached(who.app, name, () =>
    own === undefined || by.length === 0
      ? ask({ who, statistic, question, by, most }, measures)
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
export async function totalsOf(asked: Ask, names: readonly string[]): Promise<Readonly<Record<string, number | null>>> {
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

/** The measures that one is the quotient of. */
function ratioOf({ measures }: Statistic, key: string): readonly string[] {
  const measure = measures[key];
  return measure !== undefined && isRatio(measure) ? measure.ratio : [];
}

/** A number as it is told: of few people not, and no quotient of few, which would tell them. */
function cardOf(statistic: Statistic, key: string, values: Readonly<Record<string, number | null>>): StatNumber {
  const value = values[key] ?? null;
  if (statistic.people !== true) return value;
  const of = ratioOf(statistic, key);
  if (of.length === 0) return tellPeople(value);
  return of.some((name) => tellPeople(values[name] ?? null) === '<5') ? '<5' : value;
}

/** The cards, each with its value of as many days before and of last year. */
export async function summaryOf(asked: Ask): Promise<StatAnswer> {
  const { statistic, question } = asked;
  const at = (days: Question['days']): Ask => ({ ...asked, question: { ...question, days } });
  const names = [...new Set(statistic.cards.flatMap((key) => [key, ...ratioOf(statistic, key)]))];
  const [now, prev, last] = await Promise.all([
    totalsOf(asked, names),
    totalsOf(at(periodBefore(question.days)), names),
    totalsOf(at(lastYear(question.days)), names),
  ]);
  const cards = statistic.cards.map((key): StatCard => ({
    key,
    value: cardOf(statistic, key, now),
    prev: cardOf(statistic, key, prev),
    lastYear: cardOf(statistic, key, last),
  }));
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
  const empties = (key: string): number | null => ofNothing(asked.statistic, key);
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

/** What a measure of a group without records is: counts are 0, measured values and quotients unknown. */
export function ofNothing(statistic: Statistic, name: string): number | null {
  const measure = statistic.measures[name];
  return measure !== undefined && isBase(measure) && isCount(measure) ? 0 : null;
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

/** Numbers by size, texts by their characters, and what is unknown last. */
function inOrder(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

const rowOf = ({ of, values }: Cell): StatRow => ({ ...of, ...values });

/** In the order of their groups. */
const byGroup =
  ({ by }: Part) =>
  (a: Cell, b: Cell): number =>
    by.reduce((order, name) => order || inOrder(a.of[name] ?? null, b.of[name] ?? null), 0);

/** The largest first, by the first measure; what is alike, by its group. */
function byFirst(part: Part) {
  const [first = ''] = part.measures;
  const alike = byGroup(part);
  return (a: Cell, b: Cell): number => {
    const [x, y] = [a.values[first] ?? null, b.values[first] ?? null];
    return x === y ? alike(a, b) : x === null ? 1 : y === null ? -1 : y - x;
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
            values: Object.fromEntries(part.measures.map((name) => [name, ofNothing(statistic, name)])),
          },
        ],
  );
  return [...cells, ...added];
}

/** A group that is there only because a condition of a measure left it empty says nothing. */
const isSomething = ({ values }: Cell): boolean => Object.values(values).some((n) => n !== 0 && n !== null);

/** Groups of a part in their order, those without records among them where all its values are known. */
export async function sorted(asked: Ask, key: string, part: Part): Promise<readonly Cell[]> {
  const counted = await cellsOf(asked, key, part.by, part.measures, part.most);
  const cells = filled(asked.statistic, part, counted.filter(isSomething));
  const ordered = part.by.every((name) => everyValue(asked.statistic, name) !== undefined || name === 'day');
  return cells.toSorted(ordered ? byGroup(part) : part.by[0] === 'day' ? byDays(part) : byFirst(part));
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
