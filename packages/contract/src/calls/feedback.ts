import type { StoredFile, UploadState } from './files.ts';
import type { Call, Flag, Form, MadeFile, Nothing } from './kit.ts';

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

/** Of a line, the least first: debug, info, warning, error. */
export type AppLogLevel = 'D' | 'I' | 'W' | 'E';

/** A part of a log. */
export interface AppLogPage {
  readonly lines: readonly { readonly offset: number; readonly level: AppLogLevel; readonly text: string }[];
  /** Where to go on; null at the end. */
  readonly next: number | null;
  /** Bytes of the whole log. */
  readonly size: number;
}

/** A request that waits for the user's answer, or for their log. */
export interface AppLogRequest {
  readonly logNo: string;
  /** D:AppLogType. */
  readonly logType: number;
  readonly fromTime: string;
  readonly toTime: string;
  readonly reason: string;
  /** D:AppLogStatus: 0 asks for consent, 1 for the log. */
  readonly status: number;
  readonly expireTime: string;
}

/** With `logNo` the answer to a request; without, what the user sends unasked, or the app after a crash. Texts, as in any multipart form. */
interface AppLogUpload {
  readonly logNo?: string;
  /** An archive sent in parts before; otherwise the form has it as `file`. */
  readonly fileId?: string;
  /** D:AppLogType, D:AppLogSource (1 or 3) and the times: of a log that nobody asked for. */
  readonly logType?: string;
  readonly source?: string;
  readonly fromTime?: string;
  readonly toTime?: string;
  readonly reason?: string;
  /** Own feedback that the log belongs to. */
  readonly feedbackNo?: string;
  readonly vin?: string;
  /** D:ClientOs. */
  readonly clientOs: string;
  readonly osVersion?: string;
  readonly phoneModel?: string;
  readonly appVersion: string;
}

/** Feedback of app users and its conversation; logs of the app, sent with consent. */
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
  /** `offset` in bytes; `level` is the least that is shown. Logged as an access to personal data. */
  'POST /user/crm/appLog/content': Call<
    {
      readonly id: string;
      readonly offset: number;
      readonly level?: AppLogLevel | null;
      readonly keyword?: string | null;
    },
    AppLogPage
  >;
  /** A text file for the caller, fetched by `/common/download`. */
  'POST /user/crm/appLog/download': Call<{ readonly id: string }, Pick<MadeFile, 'fileName'>>;
  'GET /app/v1/log/list': Call<Nothing, readonly AppLogRequest[]>;
  'POST /app/v1/log/consent': Call<{ readonly logNo: string; readonly agree: Flag | boolean }, null>;
  'POST /app/v1/log/upload': Call<AppLogUpload, { readonly logNo: string }>;
  'POST /app/v1/log/startParts': Call<
    { readonly name: string; readonly size: number; readonly modified: number },
    UploadState
  >;
  'POST /app/v1/log/part': Call<{ readonly uploadId: string; readonly no: string }, null>;
  'POST /app/v1/log/joinParts': Call<{ readonly uploadId: string }, StoredFile>;
}
