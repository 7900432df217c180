/** What other modules ask of the SIM cards. */
export { resumeWithVehicles, suspendWithVehicles } from './vehicle-stop.ts';
