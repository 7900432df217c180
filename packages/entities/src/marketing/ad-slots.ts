import { codes } from '../codes.ts';

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** A place of the app that shows advertisements. */
interface AdSlot {
  /** A picture has one of these sizes. */
  readonly sizes: readonly Pixels[];
  /** How many advertisements it has at any time; absent: any number. */
  readonly most?: number;
  /** Its one advertisement is each user's: two that are on at the same time have no people in common. */
  readonly perUser?: true;
}

const strip: readonly Pixels[] = [{ width: 702, height: 280 }];
const { splash, home, mall, vehicle, popup } = codes.AdPosition;

/** Places by D:AdPosition. */
export const adSlots: Readonly<Record<number, AdSlot>> = {
  [splash]: {
    sizes: [
      { width: 1242, height: 2208 },
      { width: 1125, height: 2436 },
    ],
    most: 3,
  },
  [home]: { sizes: strip, most: 8 },
  [mall]: { sizes: strip },
  [vehicle]: { sizes: strip },
  [popup]: { sizes: [{ width: 600, height: 800 }], most: 1, perUser: true },
};
