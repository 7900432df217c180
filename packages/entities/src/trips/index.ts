import { mileageDay } from './mileage-day.ts';
import { trip } from './trip.ts';

/** Entities of the domain: trips and mileage. A new one is added here, one line. */
export const tripsEntities = {
  trip,
  mileageDay,
} as const;
