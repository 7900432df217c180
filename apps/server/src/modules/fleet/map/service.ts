/** What other modules may use of the live fleet: its figures, and geography of cities. */
export { costCache } from './cache.ts';
export { stateNumber } from './columns.ts';
export { fleetByCity, fleetFeed, fleetStateCounts } from './counts.ts';
export { cities, nearestCity } from './geo.ts';
export { scopeKey } from './visible.ts';
