import type { Secrets } from '../../../config.ts';
import type { VideoOptions } from '../content/videos.ts';
import type { PoolStory, RaffleStory } from './raffle-stories.ts';

export interface RaffleOptions extends VideoOptions {
  readonly secrets: Secrets;
  readonly marketing: string | null;
  /** Reviews what `marketing` hands in. */
  readonly second: string | null;
}

/** What a row gives, as it is stored. */
export interface Thing {
  readonly kind: number;
  readonly id: string;
  readonly name: string;
  readonly costFen: number;
  readonly mode: number | null;
  readonly priceFen: number | null;
}

export interface PlacedRow extends Omit<PoolStory, 'kind'> {
  readonly thing: Thing;
}

export interface Placed {
  id: string;
  readonly no: string;
  readonly story: RaffleStory;
  readonly rows: readonly PlacedRow[];
  readonly start: Date;
  readonly end: Date;
  readonly created: Date;
  readonly approved: Date;
}
