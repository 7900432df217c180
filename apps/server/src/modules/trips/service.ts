/** What other modules may use of trips. */
export { trackPoints } from './points.ts';
export { activeKm, countAllActiveDays } from './active-days.ts';
export { tripNoOf } from './write.ts';
export { forgetPlaces } from './retention.ts';
