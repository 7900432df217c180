import {
  columnOf,
  isBase,
  isRatio,
  isSum,
  type BaseMeasure,
  type SourceDef,
  type Statistic,
  type Where,
} from './define.ts';
import { addDays, daysOfBucket, type Days, type Granularity } from './period.ts';

/** What a number is of: days, filters of the page, and the cell it stands in. */
export interface Asked {
  readonly days: Days;
  readonly granularity?: Granularity;
  /** Filters as on the wire: `seriesId` or `level.ge` → value. */
  readonly filters?: Where;
  /** Dimension → value of the cell; null: records without one. */
  readonly cell?: Readonly<Record<string, string | number | null>>;
}

/** The list behind a number: an entity, and the conditions under which its rows are those that were counted. */
export interface Drill {
  readonly entity: string;
  readonly query: Where;
  readonly measure: BaseMeasure;
  /** Page that shows it; absent where only the call lists it. */
  readonly list: SourceDef['list'];
}

/** The measure whose records stand behind a number: of a ratio, those of its part. */
function baseOf(statistic: Statistic, name: string): BaseMeasure | undefined {
  const measure = statistic.measures[name];
  if (measure === undefined) return undefined;
  if (isBase(measure)) return measure;
  if (isRatio(measure)) return baseOf(statistic, measure.ratio[0]);
  const [only, ...others] = isSum(measure) ? [...measure.plus, ...(measure.minus ?? [])] : [];
  return only !== undefined && others.length === 0 ? baseOf(statistic, only) : undefined;
}

/** Adds conditions; undefined where both say something of the same key, and no record meets both. */
function and(one: Where, other: Where): Where | undefined {
  const both = Object.keys(one).filter((key) => Object.hasOwn(other, key) && one[key] !== other[key]);
  return both.length === 0 ? { ...one, ...other } : undefined;
}

function daysOf({ days, granularity = 'day', cell = {} }: Asked, { range = 'within' }: BaseMeasure): Partial<Days> {
  const bucket = cell['day'];
  const shown = typeof bucket === 'string' ? daysOfBucket(bucket, granularity, days) : days;
  if (range === 'until') return { to: shown.to };
  return range === 'before' ? { to: addDays(shown.from, -1) } : shown;
}

/** Conditions of the cell that a number stands in; undefined where a list cannot be asked for it. */
function cellWhere(statistic: Statistic, source: string, cell: Asked['cell'] = {}): Where | undefined {
  let where: Where | undefined = {};
  for (const [name, value] of Object.entries(cell)) {
    if (name === 'day' || where === undefined) continue;
    const dimension = statistic.dimensions[name];
    if (dimension === undefined || value === null) return undefined;
    const column = columnOf(dimension, name, source);
    if (dimension.bands === undefined) where = and(where, { [`${column}.eq`]: String(value) });
    // The end of a band belongs to the next one, which a list cannot say.
    else return undefined;
  }
  return where;
}

/**
 * The list behind a number of a statistic; undefined where there is none: numbers of the server's own, of records without a list, of
 * records without a value.
 */
export function drillOf(statistic: Statistic, name: string, asked: Asked): Drill | undefined {
  const measure = baseOf(statistic, name);
  const source = measure && statistic.sources[measure.source];
  if (measure === undefined || source?.entity === undefined) return undefined;
  const { from, to } = daysOf(asked, measure);
  const days: Where = {
    ...(source.at !== undefined && from !== undefined && { [`${source.at}.ge`]: from }),
    ...(source.at !== undefined && to !== undefined && { [`${source.at}.le`]: to }),
  };
  const filters: [string, string][] = [];
  for (const [key, value] of Object.entries(asked.filters ?? {})) {
    const [field = '', op = 'eq'] = key.split('.');
    const column = source.filters[field];
    if (column === undefined) return undefined;
    filters.push([`${column}.${op}`, value]);
  }
  const cell = cellWhere(statistic, measure.source, asked.cell);
  const parts = [source.where ?? {}, measure.where ?? {}, days, Object.fromEntries(filters)];
  const query = parts.reduce<Where | undefined>((all, part) => all && and(all, part), cell);
  return query && { entity: source.entity, query, measure, list: source.list };
}
