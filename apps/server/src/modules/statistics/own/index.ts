import type { Cell } from '../engine/ask.ts';
import type { Question } from '../engine/question.ts';
import type { Who } from '../scoped.ts';

/** What a function of the server's own is asked. */
export interface OwnAsk {
  readonly who: Who;
  readonly question: Question;
}
export type OwnMeasureOf = (asked: OwnAsk) => Promise<number | null>;
export type OwnPartOf = (
  asked: OwnAsk & { readonly by: readonly string[]; readonly measures: readonly string[] },
) => Promise<readonly Cell[]>;

/** Measures that records do not add up to, by `<statistic>.<measure>`. */
export const ownMeasures: Readonly<Record<string, OwnMeasureOf>> = {};

/** Parts that no grouping of records gives, by `<statistic>.<part>`. */
export const ownParts: Readonly<Record<string, OwnPartOf>> = {};
