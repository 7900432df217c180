import type { FoundGroup } from '../search.ts';
import type { Call } from './kit.ts';

/** A record that a reference field may point to. */
export interface RefOption {
  readonly id: string;
  readonly name: string;
  readonly hint?: string | null;
}

/** Search of everything, and records that a field may point to. */
export interface SearchCalls {
  'POST /search/global': Call<{ readonly keyword: string }, readonly FoundGroup[]>;
  'POST /ref/options': Call<
    {
      readonly entity: string;
      /** Part of the title. */
      readonly keyword?: string;
      /** Titles of these. */
      readonly ids?: readonly string[];
      /** The reference field that asks, `entity.field`. */
      readonly field?: string;
      /** The record whose field asks: in a tree it is not offered itself, nor what it does not fit below. */
      readonly record?: string;
      readonly limit?: number;
      /** Also rows that may not be chosen anew. */
      readonly all?: boolean;
    },
    readonly RefOption[]
  >;
}
