import type { Cell } from '../engine/ask.ts';
import type { Question } from '../engine/question.ts';
import type { Who } from '../scoped.ts';

/** What a function of the server's own is asked. */
export interface OwnAsk {
  readonly who: Who;
  readonly question: Question;
}

/** A measure that records do not add up to. */
export type OwnMeasureOf = (asked: OwnAsk) => Promise<number | null>;

/** A part that no grouping of records gives. */
export type OwnPartOf = (
  asked: OwnAsk & { readonly by: readonly string[]; readonly measures: readonly string[] },
) => Promise<readonly Cell[]>;
