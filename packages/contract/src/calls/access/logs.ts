import type { Page } from '../../envelope.ts';
import type { Call, Flag, MadeFile, Paging } from '../kit.ts';

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

/** A step of the review of a record. */
export interface ApprovalStep {
  readonly round: number;
  readonly step: 'submitted' | 'approved' | 'waived';
  readonly time: string;
  /** Who made it; null: the system, or somebody whom the reader may not know. */
  readonly userName: string | null;
  /** How many people or vehicles it reaches; null where it fixes nobody. */
  readonly reached: number | null;
  /** Whether its content is kept; from before, only that it was made is known. */
  readonly kept: boolean;
}

/** Something in a record, or in what it brings, that is not as it was approved. */
export interface ApprovalChange extends FieldChange {
  /** A field of the record itself. */
  readonly own: boolean;
}

export interface RecordApprovals {
  /** The latest first. */
  readonly steps: readonly ApprovalStep[];
  /** What differs now from the step on which the record stands. */
  readonly changes: readonly ApprovalChange[];
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

/** Numbers of the changes of a stretch of time, within the caller's rights. */
export interface ChangesSummary {
  /** The newest day first. */
  readonly byDay: readonly { readonly day: string; readonly count: number }[];
  /** By the domain of the record. */
  readonly byDomain: readonly { readonly domain: string; readonly count: number }[];
  /** Who made them; without an id whom the caller may not know, without a name the system. */
  readonly byPerson: readonly {
    readonly userId: string | null;
    readonly name: string | null;
    readonly count: number;
  }[];
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
  /** Changes of all records that the caller may open, of at most 31 days. `summary` counts them without `domain` and `userId`. */
  'POST /system/crm/operationLog/changes': Call<
    Paging & { readonly from: string; readonly to: string; readonly domain?: string; readonly userId?: string },
    Page<OperationEntry> & { readonly summary: ChangesSummary }
  >;
  'POST /system/crm/approval/ofRecord': Call<
    {
      readonly entity: string;
      readonly id: string;
      /** The revision that is shown: with another one a page asks again. */
      readonly rev?: number;
    },
    RecordApprovals
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
