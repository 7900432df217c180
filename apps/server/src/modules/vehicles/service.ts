/** What other modules may use of the vehicles. */
export { costCache } from './fleet-cache.ts';
export { fleetByCity, fleetFeed, fleetStateCounts } from './fleet-service.ts';
export { scopeKey } from './fleet-visible.ts';
