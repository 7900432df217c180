import type { Call, Flag, MadeFile, Nothing } from './kit.ts';
import type { StoredFile, UploadState } from './platform.ts';

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

export interface AppLogCalls {
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
