/** Answers of statistics on the wire (catalogue 11, §0): one shape for cards, curves, groups and tables. */

/** A key number, in the unit of its definition; null is unknown or a quotient without a whole. */
export interface StatCard {
  readonly key: string;
  readonly value: StatNumber;
  /** The same of as many days just before, and of the same days of last year. */
  readonly prev: StatNumber;
  readonly lastYear: StatNumber;
}

/** `<5`: fewer than five people, of whom nothing more is told. */
export type StatNumber = number | '<5' | null;

/** Numbers of one group: its dimensions, names of records (`<dimension>Name`) and its measures, each by its name. */
export type StatRow = Readonly<Record<string, string | number | null>>;

/** A curve: `[day, week's Monday or month, n]` of each, without gaps. */
export interface StatSeries {
  readonly key: string;
  /** Dimension that the curves are told apart by, and the value of this one: null, records without one. Without `by`, it is of all. */
  readonly by?: string;
  readonly name: string | null;
  readonly points: readonly (readonly [string, StatNumber])[];
}

export interface StatAnswer {
  readonly cards: readonly StatCard[];
  readonly series: readonly StatSeries[];
  readonly rows: readonly StatRow[];
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, until when records are counted. */
  readonly asOf: string;
}

/** What may be asked of a statistic freely: each measure with what it can be told apart and narrowed by. */
export interface ExploreFamily {
  /** Name of the statistic. */
  readonly name: string;
  readonly measures: readonly {
    readonly name: string;
    readonly by: readonly string[];
    readonly filters: readonly string[];
  }[];
}

/** Numbers of a free question; `total` is how many groups there are, of which the largest are told. */
export interface ExploreAnswer extends StatAnswer {
  readonly total: number;
}

/** A page of a table; `total` is its row of all, which is counted, not added up. */
export interface StatTable extends StatAnswer {
  readonly list: readonly StatRow[];
  readonly sums: StatRow;
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}
