import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

/** Texts of the mileage page. */
export const mileageTexts = {
  granularity: { zh: '统计粒度', en: 'Granularity' },
  day: { zh: '按日', en: 'By day' },
  month: { zh: '按月', en: 'By month' },
  trip: { zh: '按行程', en: 'By trip' },
  chart: { zh: '里程图', en: 'Mileage chart' },
  chartOf: { zh: '{vin}的里程', en: 'Mileage of {vin}' },
  closeChart: { zh: '关闭', en: 'Close' },
  showChart: { zh: '看图', en: 'Chart' },
  byOdometer: { zh: '里程表', en: 'Odometer' },
  byTrack: { zh: '轨迹', en: 'Track' },
  trips: { zh: '行程数', en: 'Trips' },
  date: { zh: '日期', en: 'Date' },
  total: {
    zh: '合计{km} km，日均{mean} km，{trips}次行程',
    en: '{km} km in total, {mean} km per day, {trips} {trips|trip|trips}',
  },
  recalc: { zh: '重算', en: 'Recalculate' },
  recalcTitle: { zh: '重算行程与里程', en: 'Recalculate trips and mileage' },
  recalcHint: {
    zh: '按保存的轨迹数据重新识别行程并统计里程，最多31天。',
    en: 'Trips and mileage are recalculated from the stored track data, up to 31 days.',
  },
  recalcDone: {
    zh: '已重算：{days}天，{trips}次行程，{km} km',
    en: 'Recalculated: {days} {days|day|days}, {trips} {trips|trip|trips}, {km} km',
  },
  range: { zh: '时间范围', en: 'Time range' },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  askVehicle: { zh: '请先选择一辆车', en: 'Choose a vehicle first' },
  askVehicleHint: {
    zh: '按行程查看需要先在筛选中选择车辆。',
    en: 'Choose a vehicle in the filters to view trips.',
  },
  replay: { zh: '轨迹', en: 'Trace' },
  noMileage: { zh: '这段时间没有里程', en: 'No mileage in this period' },
  last30: { zh: '近30天里程', en: 'Mileage, last 30 days' },
} as const satisfies Texts;

export const useMileageTexts = (): Translate<typeof mileageTexts> => useTexts(mileageTexts);
