import {
  daysLater,
  occurrencesBetween,
  type HolidayDates,
  type Occurrence,
} from '@wheelhouse/entities/content/holiday-dates';
import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract/time';
import { sql } from 'kysely';

/** Days before a period from which on vehicles load its voice. */
const daysBefore = 7;

/** States of a vehicle's row. */
export const loadStates = { queued: 0, told: 1, loaded: 2, givenUp: 3 } as const;

/** The periods of a holiday that vehicles have to know now. */
export const presentPeriods = (dates: HolidayDates, today = formatDay(new Date())): readonly Occurrence[] =>
  occurrencesBetween(dates, today, daysLater(today, daysBefore));

/** Whether the voice `h` is for the vehicle `v`: one with a control unit, of a model of the new platform. */
export const isForVehicle = sql`(not v.deleted and v.imei is not null and exists (
  select 1 from veh_type y where y.id = v.vehicle_type_id and y.ota_generation = ${codes.OtaGeneration.new}
    and (coalesce(cardinality(h.vehicle_type_ids), 0) = 0 or y.id = any(h.vehicle_type_ids))))`;
