import { firstFaults, versions } from './fault.ts';
import type { OwnMeasureOf, OwnPartOf } from './own.ts';
import { topCards } from './traffic.ts';

/** Measures that records do not add up to, by `<statistic>.<measure>`. */
export const ownMeasures: Readonly<Record<string, OwnMeasureOf>> = {};

/** Parts that no grouping of records gives, by `<statistic>.<part>`. */
export const ownParts: Readonly<Record<string, OwnPartOf>> = {
  'fault.version': versions,
  'fault.mileage': firstFaults,
  'traffic.top': topCards,
};
