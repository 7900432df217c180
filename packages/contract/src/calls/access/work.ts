import type { Page } from '../../envelope.ts';
import type { Text } from '../../lang.ts';
import type { Call, Flag, Nothing, Paging } from '../kit.ts';

/** What is done later or elsewhere, and how much of it there is. */
export interface WorkState {
  /** `domain.what`. */
  readonly code: string;
  readonly label: Text;
  /** Rows that are due, and since when the first of them is. */
  readonly waiting: number;
  readonly since: string | null;
  /** Rows that a process has taken. */
  readonly leased: number;
  /** Rows that have failed and are tried again. */
  readonly failing: number;
}

export interface WorkRow {
  /** The row's key. */
  readonly id: string;
  /** When it is due; while it is leased, when the lease ends. */
  readonly due: string;
  readonly leased: Flag;
  /** How often in a row it has failed. */
  readonly attempts: number;
  readonly error: string | null;
}

/** Work that waits, for administrators. */
export interface WorkCalls {
  'POST /system/crm/work/list': Call<Nothing, readonly WorkState[]>;
  'POST /system/crm/work/rows': Call<Paging & { readonly work: string }, Page<WorkRow>>;
  /** Makes a row that has failed, or all of them, due now. Without an effect on rows that are being done. */
  'POST /system/crm/work/retry': Call<{ readonly work: string; readonly row?: string }, { readonly changed: number }>;
}
