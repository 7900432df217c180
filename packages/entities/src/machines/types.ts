/**
 * The shape of a state machine.
 */

import type { ErrorCode, Text } from '@wheelhouse/contract';
import type { DictionaryCategory } from '../dictionaries.ts';

export interface Transition {
  from: readonly string[];
  action: string;
  zh: string;
  en: string;
  /** Next state; `deleted` removes the record. */
  to: string;
  /** Button codes, `<page>.action` for the page at hand, or system, app, device, carrier; comma separated. */
  who: string;
  /** `another`: not by whoever wrote a part of the record or submitted it (5002). Its entities have the fields of `reviewFields`. */
  by?: 'another';
  /** Refusal codes and effects. */
  note: string;
}

/**
 * Which transitions are the steps of a review. What a second person approves is kept as it was handed in (`submit`), compared when he decides
 * (`approve`), and compared again when it takes effect (`execute`).
 */
export interface Review {
  /** Empty where a record is handed in as it is made. */
  readonly submit: readonly string[];
  readonly approve: readonly string[];
  /** Needs no second person; what takes effect is compared all the same. */
  readonly waive?: readonly string[];
  readonly execute: readonly string[];
  /** Where a record goes whose content is not what was approved; without, it stays and is refused. */
  readonly back?: string;
}

export interface Machine {
  /** Empty where any entity with the state field has the machine. */
  entities: readonly string[];
  /** Category that names the states; `null` where the states have no dictionary. */
  dictionary: DictionaryCategory | null;
  /** Every state by the name that code uses. */
  states: Readonly<Record<string, number>>;
  transitions: readonly Transition[];
  /**
   * @for a review by two persons: `by: 'another'` at the transitions, `...reviewFields()` in the entity, what an approval covers in the module's
   * `reviews` (`messages/reviews.ts`), a trigger `authored` on the columns of the content (decision 0030); other code that moves such records asks
   * `notApproved`
   */
  readonly review?: Review;
  /** Refusal of one's own work in a transition of `another`; 5002 unless given. */
  ownWork?: ErrorCode;
  /** States in which a record is in use: its place in the order and its texts may change, nothing else, and it is not deleted. */
  inUse?: { readonly states: readonly string[]; readonly reason: Text };
  /**
   * The only states in which a form changes a record, and why not in others; `some`: states in which it changes the named fields alone.
   * @for records that are edited or deleted in some states only: with `deletable`: `SM-Message`, `SM-OtaTaskOld`
   */
  editable?: {
    readonly states: readonly string[];
    readonly some?: Readonly<Record<string, readonly string[]>>;
    readonly reason: Text;
  };
  /** The only states in which a record is deleted. */
  deletable?: readonly string[];
}
