import { vehicleStatus } from './vehicle-status.ts';

/** Entities of the domain: the state that vehicles report. A new one is added here, one line. */
export const fleetEntities = {
  vehicleStatus,
} as const;
