/** Shapes that many calls share. */

/** A call: what a caller sends, in the body of a POST or the query of a GET, and `data` of the envelope; null: it answers nothing. */
export interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** 0 no, 1 yes. */
export type Flag = 0 | 1;

/** No input. */
export type Nothing = Readonly<Record<never, never>>;

export interface Paging {
  /** From 1. */
  readonly page?: number;
  readonly pageSize?: number;
}

/** Conditions of a list: `field` or `field.operator` → value. */
export type Query = Readonly<Record<string, unknown>>;

export interface ListInput extends Paging {
  /** `field asc, other desc`. */
  readonly orderBy?: string;
  readonly query?: Query;
  /** Count all matches however many there are. */
  readonly exactTotal?: boolean;
}

/** Values of a form or of an action; the entity's definition checks them. */
export type Form = Readonly<Record<string, unknown>>;

/** A record as it was in one of its versions, the newest first. */
export interface RecordVersion {
  readonly version: number;
  readonly time: string;
  /** Empty: the platform itself. */
  readonly operatorName: string | null;
  /** Values by field, as the detail call answers them. */
  readonly values: Form;
}

/** What somebody typed over a record, or for a new one, and has not saved. */
export interface RecordDraft extends DraftMark {
  /** Of the record that it was typed over; null for a new one. */
  readonly baseRev: number | null;
  /** Values by field, as they were typed; files with their addresses, as the detail call answers them. */
  readonly values: Form;
}

/** The state of a draft: of two windows that write it, the second has to know what the first has kept. */
export interface DraftMark {
  readonly rev: number;
  readonly time: string;
}

export interface DraftAnswer {
  /** The caller's own. */
  readonly draft: RecordDraft | null;
  /** Others who have written at the record within the last hour and have not saved. */
  readonly others: readonly { readonly operatorName: string | null; readonly time: string }[];
}

/** `id`: of the record, none for a new one. */
export interface DraftInput {
  readonly id?: string | undefined;
}

export interface SaveDraftInput extends DraftInput {
  /** Of the draft as it was last kept; null where there was none. */
  readonly rev: number | null;
  readonly baseRev: number | null;
  readonly values: Form;
}

export interface VersionsInput extends Paging {
  readonly id: string;
}

/** How a version of a publishable record came about. */
export interface VersionStep {
  readonly number: number;
  readonly why: 'written' | 'submitted' | 'approved' | 'waived' | 'published' | 'restored';
  /** The version that was restored. */
  readonly ofNumber: number | null;
  readonly time: string;
  /** Empty: the platform itself. */
  readonly operatorName: string | null;
  /** It is what the record says now. */
  readonly current: boolean;
}

/** Records of an action, and its input. */
export interface ActionInput extends Form {
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly rev?: number | null;
}

/** One of several records that was left out, and why. */
export interface Skipped {
  readonly id: string;
  readonly code: number;
  readonly message: string;
}

/** Why something is not done: code and text, as the call itself would refuse it. */
export interface Refused {
  readonly code: number;
  readonly message: string;
}

/** Of each record asked about, what may not be done to it now, by key (`entities/may.ts`); what is not in it may be tried. */
export interface MayAnswer {
  readonly list: readonly { readonly id: string; readonly refused: Readonly<Record<string, Refused>> }[];
}

/** What an action did: the number of changed records and those left out. Handlers may add to it. */
export interface ActionAnswer {
  /** It is not done yet: the request that somebody else has to approve. */
  readonly waiting?: string;
  readonly changed?: number;
  readonly deleted?: number;
  readonly skipped?: readonly Skipped[];
  readonly deviceId?: string;
  readonly secret?: string;
  /** Of a device at a NATS cluster, shown only in this answer. */
  readonly mqttPassword?: string;
  /** A new initial password, shown only in this answer. */
  readonly newPassword?: string;
  /** Records that were made together. */
  readonly batchNo?: string;
  readonly count?: number;
}

export interface Saved {
  readonly id: string;
  readonly rev: number;
}

/** A new record, with values that only this answer holds. */
export interface Added extends Saved {
  readonly initialPassword?: string;
  /** It is not stored yet: the request that somebody else has to approve. */
  readonly waiting?: string;
}

/** A list as a workbook. */
export interface ExportInput extends ListInput {
  /** Columns by name, all unless given. */
  readonly columns?: readonly string[];
  /** Why sealed values are to be readable; they are masked without. */
  readonly reason?: string;
}

/** A workbook that is ready: its name for `/common/download`. */
export interface MadeFile {
  readonly fileName: string;
  readonly rows: number;
}

/** What an uploaded file is for (D:UploadBiz): it decides types and sizes. */
export type UploadBiz =
  | 'avatar'
  | 'image'
  | 'video'
  | 'audio'
  | 'deviceSound'
  | 'pdf'
  | 'apk'
  | 'firmware'
  | 'import'
  | 'evidence'
  | 'appLog'
  | 'model'
  | 'themePackage'
  | 'animation';

/** What became of an import. Row numbers are those of the sheet, from 1. */
export interface ImportReport {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  /** The first 500. */
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: string }[];
  /** Failed rows with their reasons, for `/common/download`; null when there are none. */
  readonly errorFileName: string | null;
  /** Columns of the sheet that an import does not take. */
  readonly ignoredColumns: readonly string[];
  /** Further sheets that have something in them: the first one alone is read. */
  readonly ignoredSheets: readonly string[];
}

export interface ByVin {
  readonly vin: string;
}

/** Another system, or its sandbox. */
export interface PartnerSource {
  readonly sandbox: boolean;
  readonly address: string;
}
