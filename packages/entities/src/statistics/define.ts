import type { Text } from '@wheelhouse/contract';
import type { DictionaryCategory } from '../dictionaries.ts';
import type { StoredField } from '../fields.ts';
import type { RouteName } from '../routes.ts';

/** Conditions of a list, as in its address: `field.operator` → value, several values of `in` joined by commas. */
export type Where = Readonly<Record<string, string>>;

/**
 * Where numbers come from: records that have a time. Of an entity they are the rows of its list, in the user's data scope, and each number leads
 * to that list; else rows of the server's own (`modules/statistics/sources`), which have no list.
 */
export interface SourceDef {
  readonly entity?: string;
  /** Page with that list, and what its address needs besides the conditions. */
  readonly list?: { readonly route: RouteName; readonly query?: Where };
  /** Field or column with the time by which a record belongs to a day; without one, the source is as it is now. */
  readonly at?: string;
  /** Conditions that all its records meet. */
  readonly where?: Where;
  /**
   * Filter of the page → field or column of the source. A filter that is not named here cannot narrow it: numbers of the source are unknown (null)
   * while it is set, never those of all.
   */
  readonly filters: Readonly<Record<string, string>>;
  /** Filters that are about other records, of which this source is the whole: they leave it as it is. */
  readonly across?: readonly string[];
}

/** What is shown of a number: a count, a measured value, a percentage, money in fen. */
export interface Shown {
  readonly label: Text;
  /** Says how it is counted, where the label does not. */
  readonly help?: Text;
  readonly unit?: Text;
  readonly kind?: 'number' | 'percent' | 'money';
  readonly decimals?: number;
  /** Whether more is better; without it, a change is neither. */
  readonly better?: 'more' | 'less';
}

/**
 * A number over the records of a source. `sum` and `count` add up over days and groups, `distinct`, `median` and `average` do not: they are always
 * counted anew.
 */
export interface BaseMeasure extends Shown {
  readonly source: string;
  readonly where?: Where;
  /** Default: how many records. */
  readonly value?: {
    readonly by: 'sum' | 'distinct' | 'average' | 'median' | 'p95' | 'max';
    /** Field of the entity, or column of the server's own. */
    readonly of: string;
  };
  /** `within` the days of the question (default); `until` their end, from the beginning; `before` them. */
  readonly range?: 'within' | 'until' | 'before';
  /** Of all groups of a dimension that its source does not have: what others are a rate of. Without it, it is unknown there. */
  readonly whole?: true;
}

/** The quotient of two other measures, worked out from their sums, never from other ratios; null when the second is 0. */
export interface RatioMeasure extends Shown {
  readonly ratio: readonly [part: string, whole: string];
  /** 100 for a percentage (default where `kind` is that), 1000 for parts of a thousand. */
  readonly times?: number;
}

/** Sum of measures with signs: closing = opening + new − lost. */
export interface SumMeasure extends Shown {
  readonly plus: readonly string[];
  readonly minus?: readonly string[];
}

/** A number that a function of the server's own gives (`modules/statistics/own`): over all that is asked of, not by groups. */
export interface OwnMeasure extends Shown {
  readonly own: true;
}

export type Measure = BaseMeasure | RatioMeasure | SumMeasure | OwnMeasure;

/** By what numbers are told apart. */
export interface Dimension {
  readonly label: Text;
  /** How a value is shown: a code by its dictionary, a record by its name. */
  readonly as: StoredField;
  /** Field or column in each source; default: the dimension's name. */
  readonly column?: string | Readonly<Record<string, string>>;
  /** Upper ends of bands of a number; what is above the last is a band, too. Values are the bands' places. */
  readonly bands?: readonly number[];
  /** Every value is a row, also those without records: these, or those of its dictionary. Bands always are. */
  readonly all?: true | readonly number[];
}

export type ChartKind =
  | 'lines'
  | 'stacked'
  | 'bars'
  | 'pareto'
  | 'sunburst'
  | 'matrix'
  | 'heat'
  | 'map'
  | 'scatter'
  | 'funnel'
  | 'table';

/** Numbers by some dimensions: one picture with its table, or a table of pages. */
export interface Part {
  readonly title: Text;
  readonly note?: Text;
  /** Groups that tell the same numbers apart otherwise stand in the place of one of them, and are chosen by their labels. */
  readonly choice?: { readonly of: string; readonly label: Text };
  readonly chart: ChartKind;
  /** Dimensions, the outer one first; `day` is the day of a record, its week or month, as asked. */
  readonly by: readonly string[];
  /** The first one is drawn, and orders the rows. */
  readonly measures: readonly string[];
  /** Lines of a measure by days instead of its bars, over the same axis of time. */
  readonly line?: string;
  /** Dictionary whose codes are months (`202511`) and whose names are the numbers to reach: drawn as a line beside the first measure. */
  readonly target?: DictionaryCategory;
  /** This many rows, the largest first. */
  readonly top?: number;
  /** This many points, evenly chosen where there are more: of `scatter`, whose last two dimensions are where a point is. */
  readonly most?: number;
  /** Rows come from a function of the server's own, in the shape of this part. */
  readonly own?: true;
  /** Numbers of people: cells below 5 are not told (`<5`), nor what would give them away. */
  readonly people?: true;
}

/**
 * A page of numbers, its calls, its export and its tests, from one definition (catalogue 11, §0).
 * Calls: `summary` with the cards, `trend`, one call with `by` for `groups`, and one for each of `tables`.
 */
export interface Statistic {
  readonly name: string;
  readonly route: RouteName;
  /** Base path of its calls. */
  readonly base: `/stat/crm/${string}`;
  /** Filters besides the days: names as on the wire, `seriesId`, `dealerId`; of several values by `in`, of a least value by `ge`. */
  readonly filters: Readonly<Record<string, { readonly as: StoredField; readonly by?: 'in' | 'ge' }>>;
  readonly sources: Readonly<Record<string, SourceDef>>;
  readonly measures: Readonly<Record<string, Measure>>;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  readonly cards: readonly string[];
  readonly trend?: Part;
  readonly groups?: { readonly call: string; readonly parts: Readonly<Record<string, Part>> };
  /** Tables of pages, by the last segment of their call. */
  readonly tables?: Readonly<Record<string, Part>>;
  /** Its cards are numbers of people, told as those of parts are. */
  readonly people?: true;
}

/** States a statistic. Types check that its parts name measures and dimensions that it has. */
export function defineStatistic<
  const Measures extends Readonly<Record<string, Measure>>,
  const Dimensions extends Readonly<Record<string, Dimension>>,
  const Sources extends Readonly<Record<string, SourceDef>>,
>(
  def: Omit<Statistic, 'measures' | 'dimensions' | 'sources' | 'cards'> & {
    readonly measures: Measures;
    readonly dimensions: Dimensions;
    readonly sources: Sources;
    readonly cards: readonly (keyof Measures & string)[];
  },
): Statistic {
  return def;
}

export const isBase = (measure: Measure): measure is BaseMeasure => 'source' in measure;
export const isRatio = (measure: Measure): measure is RatioMeasure => 'ratio' in measure;
export const isSum = (measure: Measure): measure is SumMeasure => 'plus' in measure;

/** Names of the measures that one is worked out from; of one that is counted from records, none. */
export function madeOf(measure: Measure): readonly string[] {
  if (isRatio(measure)) return measure.ratio;
  return isSum(measure) ? [...measure.plus, ...(measure.minus ?? [])] : [];
}

/** Column of a source that a dimension is told by. */
export function columnOf({ column }: Dimension, name: string, source: string): string {
  if (column === undefined) return name;
  return typeof column === 'string' ? column : (column[source] ?? name);
}

/** Last segment of the call of its curves: reports, which share a base, have their own. */
export const trendCallOf = ({ name, cards }: Pick<Statistic, 'name' | 'cards'>): string =>
  cards.length === 0 ? `${name}Trend` : 'trend';

/** All parts of a statistic, by the call and key they are asked for by. */
export function partsOf({ name, cards, trend, groups, tables = {} }: Statistic): readonly {
  readonly call: string;
  readonly key: string;
  readonly part: Part;
}[] {
  return [
    ...(trend ? [{ call: trendCallOf({ name, cards }), key: 'trend', part: trend }] : []),
    ...Object.entries(groups?.parts ?? {}).map(([key, part]) => ({ call: groups?.call ?? '', key, part })),
    ...Object.entries(tables).map(([key, part]) => ({ call: key, key, part })),
  ];
}

/** The band of a number at a place: `≤500`, `500–1,000`, `>1,000`; of whole numbers `18–25`, which does not overlap with the one before. */
export function bandText(
  { bands = [], as }: Pick<Dimension, 'bands' | 'as'>,
  place: number,
  show: (n: number) => string = String,
): string {
  const [end, to] = [bands[place - 1], bands[place]];
  if (to === undefined) return `>${show(end ?? 0)}`;
  if (end === undefined) return to === 0 ? show(0) : `≤${show(to)}`;
  const from = as.kind === 'int' ? end + 1 : end;
  return from === to ? show(to) : `${show(from)}–${show(to)}`;
}
