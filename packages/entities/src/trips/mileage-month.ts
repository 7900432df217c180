import type { Text } from '@wheelhouse/contract/lang';

/** Columns of the mileage of calendar months, which are days of `mileageDay` together. */
export const mileageMonthColumns = [
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
] as const;

export const mileageMonthLabel = { zh: '月里程', en: 'Monthly mileage' } as const satisfies Text;

/** Labels of what a day does not have, or calls otherwise. */
export const mileageMonthLabels = {
  statMonth: { zh: '月份', en: 'Month' },
  days: { zh: '天数', en: 'Days' },
  dayKm: { zh: '当月里程(km)', en: 'Mileage of the month (km)' },
} as const satisfies Record<string, Text>;
