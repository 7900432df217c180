import type { Call, Flag, Form } from './kit.ts';

/** What a user of the app writes; the definition of `feedback` checks it. */
interface FeedbackInput extends Form {
  readonly categoryCode: string;
  readonly subCode?: string | null;
  readonly content: string;
  /** Files that the user has uploaded, at most six. */
  readonly images?: readonly string[];
  /** A vehicle that the user is bound to. */
  readonly vin?: string | null;
  /** Mobile or email. */
  readonly contact?: string | null;
  readonly withLog?: Flag;
  readonly clientOs: 1 | 2 | 3;
  readonly osVersion?: string;
  readonly phoneModel?: string;
  readonly appVersion: string;
  readonly network?: string;
}

/** Feedback as its user sees it. */
export interface OwnFeedback {
  readonly feedbackNo: string;
  readonly categoryCode: string;
  readonly subCode: string | null;
  readonly content: string;
  readonly imageUrls: readonly string[];
  readonly vin: string | null;
  /** D:FeedbackStatus. */
  readonly status: number;
  readonly satisfied: Flag | null;
  readonly createTime: string;
  /** The conversation, the oldest message first. */
  readonly replies: readonly {
    readonly side: 'user' | 'staff';
    readonly content: string;
    readonly imageUrls: readonly string[];
    readonly time: string;
  }[];
}

/** Calls of the domain. */
export interface FeedbackCalls {
  /** Refused with 9001 beyond five a day, and for the same content within an hour; with 1011 for a vehicle that is not the caller's. */
  'POST /app/v1/feedback/submit': Call<FeedbackInput, { readonly feedbackNo: string }>;
  'GET /app/v1/feedback/list': Call<
    { readonly page?: number; readonly pageSize?: number },
    {
      readonly list: readonly OwnFeedback[];
      readonly total: number;
      readonly page: number;
      readonly pageSize: number;
    }
  >;
  /** Adds to what is being dealt with, or takes up a reply again within seven days. */
  'POST /app/v1/feedback/append': Call<
    { readonly feedbackNo: string; readonly content: string; readonly images?: readonly string[] },
    null
  >;
  /** Closes what was answered; who is not satisfied and says why has it taken up again. */
  'POST /app/v1/feedback/satisfy': Call<
    { readonly feedbackNo: string; readonly satisfied: Flag; readonly text?: string | null },
    null
  >;
}
