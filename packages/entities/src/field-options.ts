import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import type { ErrorCode, Text } from '@wheelhouse/contract';
import type { FormatName } from './formats.ts';

/** A record as rules and visibility conditions see it: values by field name, absent ones undefined. */
export type Row = Readonly<Record<string, unknown>>;

export interface FieldOptions {
  /** Default: the field's entry in `labels.ts`. */
  readonly label?: Text;
  readonly help?: Text;
  readonly required?: boolean;
  /** What an empty value stands for, where it says something: all models, all dealers. Lists and details show it. */
  readonly empty?: Text;
  /** Written by the system only; refused in add and update. */
  readonly readonly?: boolean;
  /** Not changeable once added (`true`) or while the stored row says so. */
  readonly fixed?: true | ((row: Row) => boolean);
  /** Unique among rows that are not deleted; `ever` also among deleted ones. Compared without regard to case. */
  readonly unique?: boolean | 'ever';
  /** Value of a new record when the form gives none. */
  readonly default?: unknown;
  /**
   * Shown in forms and demanded (when required) only while this holds. For the input of an action, `record` is the record that it is done to;
   * undefined where it is done to several, or checked without one.
   * @for an input of an action that depends on its record: `retype` of `confirmedMessageActions`
   */
  readonly visible?: (row: Row, record?: Row) => boolean;
  /** The column gets a B-tree index, so that lists may be ordered and filtered by it at any size. */
  readonly index?: boolean;
  /** Of the input of an action: what was entered is kept in the operation log, beside what changed. Never for codes, numbers of people or passwords. */
  readonly logged?: true;
  /** Data right without which the field is absent from every answer. */
  readonly right?: string;
}

export interface TextOptions extends FieldOptions {
  /** Field with the same in English (`f.bilingual`): one control in forms, one column in lists, and searches look in both. */
  readonly english?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Refusal when the pattern or format does not match; default 1001's text. */
  readonly refusal?: ErrorCode;
  readonly format?: FormatName;
}
export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly decimals?: number;
}
export interface ColorOptions extends FieldOptions {
  /** Field of the same record with the colour behind this one: forms warn where people cannot read one on the other. */
  readonly on?: string;
}
export interface DateOptions extends FieldOptions {
  readonly min?: string;
  readonly notFuture?: boolean;
  /** Minutes that a time must be ahead of now when it is set. */
  readonly ahead?: number;
  /** Minutes between the times that may be chosen. */
  readonly step?: 5;
  /**
   * What a new form begins with: days after another of its times, or after now while that is empty.
   * @for a time that a form suggests from another of its times: `timeFields` (`messages/shared.ts`)
   */
  readonly suggested?: { readonly days: number; readonly after: string };
}
/** Of a dictionary whose entries have sub-entries: both, where a field says nothing. */
export interface DictOptions extends FieldOptions {
  /** Entries of the first level alone. */
  readonly level?: 1;
  /** Field of the same dictionary with the entry above: its sub-entries alone, or the entry itself where it has none. */
  readonly parent?: string;
}
/** Of the record above, in a tree. */
export interface TreeOptions {
  /** How many levels there may be, the first one counted. */
  readonly levels: number;
  /** Its own error where a record does not fit; without one it is 1001. */
  readonly refusal?: ErrorCode;
}
export interface ManyOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}
/** Width to height. */
export type Shape = '16:9' | '9:16';
export interface FileOptions extends ManyOptions {
  /** Use of the upload (D:UploadBiz); decides types and size. */
  readonly biz?: UploadBiz;
  readonly maxMb?: number;
  /** Size that a picture must have, in pixels. */
  readonly pixels?: { readonly width: number; readonly height: number };
  /** Shapes of which a picture or video must have one. */
  readonly shapes?: readonly Shape[];
  /** Shown one at a time, by a call that logs the access: a row never carries its address, and no other field may take the file. */
  readonly sensitive?: true;
}

export interface VideoOptions extends FileOptions {
  /** Field of the same record with the picture shown before it plays. */
  readonly poster?: string;
  /** Least and greatest length. */
  readonly seconds?: readonly [number, number];
}
