import type { Text } from '@wheelhouse/contract/lang';

/** Columns of the mileage of calendar months, which are days of `mileageDay` together (catalogue 02 §11, granularity month). */
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

/** Labels of what a day does not have. */
export const mileageMonthLabels = {
  statMonth: { zh: '月份', en: 'Month' },
  days: { zh: '天数', en: 'Days' },
} as const satisfies Record<string, Text>;
