/**
 * The shape of a state machine.
 */

import type { ErrorCode, Text } from '@wheelhouse/contract';
import type { DictionaryCategory } from '../reference/dictionaries.ts';

export interface Transition {
  from: readonly string[];
  action: string;
  zh: string;
  en: string;
  /** Next state; `deleted` removes the record. */
  to: string;
  /** Button codes, `<page>.action` for the page at hand, or system, app, device, carrier; comma separated. */
  who: string;
  /** `another`: not by whoever made or submitted the record (5002). Its entities have the fields of `reviewFields`. */
  by?: 'another';
  /** Refusal codes and effects. */
  note: string;
}

export interface Machine {
  /** Empty where any entity with the state field has the machine. */
  entities: readonly string[];
  /** Category that names the states; `null` where the states have no dictionary. */
  dictionary: DictionaryCategory | null;
  /** Every state by the name that code uses. */
  states: Readonly<Record<string, number>>;
  transitions: readonly Transition[];
  /** Refusal of one's own work in a transition of `another`; 5002 unless given. */
  ownWork?: ErrorCode;
  /** States in which a record is in use: its place in the order and its texts may change, nothing else, and it is not deleted. */
  inUse?: { readonly states: readonly string[]; readonly reason: Text };
  /** The only states in which a form changes a record, and why not in others; `some`: states in which it changes the named fields alone. */
  editable?: {
    readonly states: readonly string[];
    readonly some?: Readonly<Record<string, readonly string[]>>;
    readonly reason: Text;
  };
  /** The only states in which a record is deleted. */
  deletable?: readonly string[];
}
