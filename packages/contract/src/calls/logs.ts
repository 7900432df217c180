import type { Page } from '../envelope.ts';
import type { Call, Flag, MadeFile, Paging } from './kit.ts';

export interface OpenSession {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  readonly userType: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly channel: string;
  readonly current: Flag;
  readonly issuedTime: string;
  readonly lastSeenTime: string;
  readonly expireTime: string;
}

/** Whose log: another user's with the right to it, else one's own. */
interface LogOwner extends Paging {
  readonly userId?: string;
}

export interface SignIn {
  readonly id: string;
  readonly time: string;
  readonly username: string;
  readonly channel: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** 0, or the code of the refusal. */
  readonly result: number;
}

/** A field that a call changed; values as people read them. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly labelEn: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An entry of the operation log with its record and what changed in it. */
export interface OperationEntry {
  readonly id: string;
  readonly time: string;
  /** Who did it; null where the reader may not know them. */
  readonly userId: string | null;
  readonly username: string | null;
  readonly realName: string | null;
  readonly ip: string | null;
  /** Page it was done on. */
  readonly route: string | null;
  readonly functionCode: string | null;
  readonly method: string | null;
  readonly path: string | null;
  readonly action: string;
  readonly entity: string | null;
  readonly entityId: string | null;
  /** What people call the record; null where it has no title. */
  readonly entityTitle: string | null;
  /** 0, or the code of the refusal. */
  readonly resultCode: number;
  readonly costMs: number | null;
  readonly requestId: string | null;
  readonly changes: readonly FieldChange[];
}

export interface SensitiveEntry {
  readonly id: string;
  readonly time: string;
  readonly ip: string | null;
  readonly entity: string;
  readonly entityId: string;
  readonly entityTitle: string | null;
  readonly field: string;
  readonly reason: string;
}

export interface ReportedError {
  readonly id: string;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  readonly appVersion: string;
  readonly count: number;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly realName: string | null;
}

/** Sessions, logs and access to masked values. */
export interface LogCalls {
  'POST /system/crm/sysSession/list': Call<
    Paging & { readonly scope?: 'mine' | 'all'; readonly userId?: string; readonly keyword?: string },
    Page<OpenSession>
  >;
  'POST /system/crm/sysSession/export': Call<{ readonly keyword?: string }, MadeFile>;
  'POST /system/crm/sysSession/end': Call<{ readonly id: string }, { readonly ended: number }>;
  'POST /system/crm/sysSession/endAll': Call<{ readonly userId?: string }, { readonly ended: number }>;
  'POST /system/crm/sysUser/loginLogs': Call<LogOwner, Page<SignIn>>;
  'POST /system/crm/sysUser/operationLogs': Call<LogOwner, Page<OperationEntry>>;
  'POST /system/crm/sysUser/sensitiveLogs': Call<LogOwner, Page<SensitiveEntry>>;
  'POST /system/crm/operationLog/ofRecord': Call<
    Paging & { readonly entity: string; readonly id: string },
    Page<OperationEntry>
  >;
  'POST /system/crm/privacy/reveal': Call<
    { readonly entity: string; readonly id: string; readonly field: string; readonly reason: string },
    { readonly value: string | null }
  >;
  'POST /system/crm/errorLog/report': Call<
    {
      readonly message: string;
      readonly info?: string;
      readonly url?: string;
      readonly stack?: string;
      readonly appVersion?: string;
    },
    null
  >;
  'POST /system/crm/errorLog/list': Call<
    Paging & { readonly keyword?: string; readonly appVersion?: string },
    Page<ReportedError>
  >;
}
