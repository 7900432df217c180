import type { EntityDef } from '@wheelhouse/entities/define';
import { plain } from '@wheelhouse/entities/registry';
import { mileageDay } from '@wheelhouse/entities/vehicles/mileage-day';
import { trip } from '@wheelhouse/entities/vehicles/trip';
import { mileageTexts } from './texts.ts';

const { statDate: _day, ...ofMonth } = plain(mileageDay).fields;

/** The days of a month together, as the list call answers them: for the table alone. */
export const monthEntity: EntityDef = {
  ...plain(mileageDay),
  fields: {
    ...ofMonth,
    statMonth: { kind: 'text', label: mileageTexts.statMonth },
    statDate: plain(mileageDay).fields['statDate'] ?? { kind: 'date' },
    days: { kind: 'int', label: mileageTexts.days },
  },
  list: {
    ...plain(mileageDay).list,
    columns: [
      'vehicleId',
      'vehicleTypeId',
      'statMonth',
      'days',
      'startOdometerKm',
      'endOdometerKm',
      'dayKm',
      'tripCount',
      'rideMinutes',
      'avgSpeedKmh',
      'maxSpeedKmh',
      'socUsed',
      'gpsKm',
      'abnormal',
    ],
  },
};

/** Rides without places, under the rights of the mileage page. */
export const rideEntity: EntityDef = {
  ...plain(trip),
  base: plain(mileageDay).base,
  page: plain(mileageDay).page,
  fields: { ...plain(trip).fields, statDate: plain(mileageDay).fields['statDate'] ?? { kind: 'date' } },
  list: {
    ...plain(trip).list,
    columns: [
      'tripNo',
      'startTime',
      'endTime',
      'durationMin',
      'distanceKm',
      'avgSpeedKmh',
      'maxSpeedKmh',
      'socStart',
      'socEnd',
    ],
    filters: { ...plain(mileageDay).list.filters },
  },
};
