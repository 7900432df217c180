/** What other modules ask of the SIM cards. */
export { refuseEndedCard } from './usable.ts';
export { resumeWithVehicles, suspendWithVehicles } from './vehicle-stop.ts';
export { cardsSeenBy } from './scope.ts';
export { monthFeeText } from './flow-reports.ts';
