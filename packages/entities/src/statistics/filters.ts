import { f } from '../fields.ts';
import type { Statistic } from './define.ts';

/** Filters that most statistics have (catalogue 11, §0), by their names on the wire. */
export const commonFilters = {
  seriesId: { as: f.ref('vehicleSeries', { label: { zh: '车系', en: 'Series' } }) },
  vehicleTypeId: { as: f.ref('vehicleType', { label: { zh: '车型', en: 'Model' } }) },
  dealerId: { as: f.ref('dealer', { label: { zh: '经销商', en: 'Dealer' } }) },
  cityId: { as: f.area(2, { label: { zh: '城市', en: 'City' } }) },
} as const satisfies Statistic['filters'];

/** Weekday (1 Monday), weekend and hour of a record's time, which its source has as fields or columns of these names. */
export const clockDimensions = {
  weekday: { label: { zh: '星期', en: 'Weekday' }, as: f.dict('Weekday'), all: true },
  dayKind: { label: { zh: '工作日与周末', en: 'Weekday or weekend' }, as: f.dict('DayKind'), all: true },
  hour: { label: { zh: '时', en: 'Hour' }, as: f.int(), all: Array.from({ length: 24 }, (_, hour) => hour) },
} as const satisfies Statistic['dimensions'];

/** Filters whose columns in a source have their own names. */
export const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));
