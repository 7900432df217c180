import type { EntityDef } from '@wheelhouse/entities/define';
import { plain } from '@wheelhouse/entities/registry';
import { mileageDay } from '@wheelhouse/entities/trips/mileage-day';
import { mileageMonthColumns, mileageMonthLabel, mileageMonthLabels } from '@wheelhouse/entities/trips/mileage-month';
import { trip } from '@wheelhouse/entities/trips/trip';

const { statDate: _day, dayKm, ...ofMonth } = plain(mileageDay).fields;

/** The days of a month together, as the list call answers them: for the table alone. */
export const monthEntity: EntityDef = {
  ...plain(mileageDay),
  label: mileageMonthLabel,
  fields: {
    ...ofMonth,
    dayKm: { ...(dayKm ?? { kind: 'decimal', decimals: 2 }), label: mileageMonthLabels.dayKm },
    statMonth: { kind: 'text', label: mileageMonthLabels.statMonth },
    statDate: plain(mileageDay).fields['statDate'] ?? { kind: 'date' },
    days: { kind: 'int', label: mileageMonthLabels.days },
  },
  list: {
    ...plain(mileageDay).list,
    columns: mileageMonthColumns,
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
