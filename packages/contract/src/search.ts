import type { Text } from './lang.ts';

/** The console's search on the wire: `POST /search/global {keyword}` → `FoundGroup[]`. */

export interface FoundItem {
  readonly id: string;
  /** What people call the record. */
  readonly name: string;
  /** Label and value of the key that matched, or that says which one it is; personal data masked. May be empty. */
  readonly hint: string;
}

/** Matches of one kind of record. */
export interface FoundGroup {
  /** Model name. */
  readonly entity: string;
  readonly label: Text;
  readonly items: readonly FoundItem[];
  /** There are more than are shown. */
  readonly more: boolean;
  /** The search was stopped: too many matches. */
  readonly tooBroad?: true;
}
