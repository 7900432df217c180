import type { Call, Flag } from './kit.ts';

/** Votes of one day about a question. */
export interface FaqVotes {
  /** `YYYY-MM-DD`. */
  readonly statDate: string;
  readonly helpful: number;
  readonly unhelpful: number;
}

/** Calls about what the owners' app shows to read. */
export interface ContentCalls {
  /** Votes of the last 30 days, each day, the oldest first. */
  'POST /ps/crm/faq/votes': Call<{ readonly id: string }, readonly FaqVotes[]>;
  /**
   * Questions on the shelf, the hot ones first, at most 200, in the caller's language. `keyword` looks into questions, answers and keywords;
   * with the `vin` of one of the caller's vehicles, those for its model alone. 1002 no such vehicle, 1011 not the caller's.
   */
  'GET /app/v1/faq/list': Call<
    { readonly category?: string; readonly sub?: string; readonly keyword?: string; readonly vin?: string },
    readonly {
      readonly id: string;
      readonly categoryCode: string;
      readonly subCode: string;
      readonly question: string;
      /** HTML. */
      readonly answer: string;
      readonly hot: Flag;
      /** A how-to video on the shelf. */
      readonly videoId: string | null;
      readonly helpful: number;
      readonly unhelpful: number;
      /** The caller's own vote. */
      readonly vote: Flag | null;
    }[]
  >;
  /** A user's one vote about a question; the next one replaces it. 1002 not on the shelf. */
  'POST /app/v1/faq/vote': Call<
    { readonly id: string; readonly helpful: Flag },
    { readonly helpful: number; readonly unhelpful: number }
  >;
  /** A question was opened. 1002 not on the shelf. */
  'POST /app/v1/faq/view': Call<{ readonly id: string }, null>;
}
