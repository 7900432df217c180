/** What other modules may use of the vehicles. */
export { setMismatchAlarms, type MismatchAlarms } from './battery-jobs.ts';
export { costCache } from './fleet-cache.ts';
export { cities, nearestCity } from './fleet-geo.ts';
export { fleetByCity, fleetFeed, fleetStateCounts } from './fleet-service.ts';
export { scopeKey } from './fleet-visible.ts';
export { openCaseOfOwner, openStolenCase, type OpenCase } from './theft/open-case.ts';
