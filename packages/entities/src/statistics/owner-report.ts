import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const { cityId } = commonFilters;

/** How many owners came and went, by period and city (catalogue 11, §8). Closing = opening + new − lost, in every row. */
export const ownerReport = defineStatistic({
  name: 'vehicleOwner',
  route: 'vehicleOwnerStatistics',
  base: '/stat/crm/report',
  filters: { cityId },
  sources: {
    ownerBegin: { at: 'time', filters: same('cityId') },
    ownerEnd: { at: 'time', filters: same('cityId') },
    multiBegin: { at: 'time', filters: same('cityId') },
    multiEnd: { at: 'time', filters: same('cityId') },
    appDay: { at: 'day', filters: same('cityId') },
  },
  measures: {
    begunBefore: { label: { zh: '此前新增', en: 'New before' }, source: 'ownerBegin', range: 'before' },
    endedBefore: { label: { zh: '此前流失', en: 'Lost before' }, source: 'ownerEnd', range: 'before' },
    opening: { label: { zh: '期初车主', en: 'Opening' }, plus: ['begunBefore'], minus: ['endedBefore'] },
    begun: { label: { zh: '新增', en: 'New' }, source: 'ownerBegin', better: 'more' },
    ended: { label: { zh: '流失', en: 'Lost' }, source: 'ownerEnd', better: 'less' },
    closing: { label: { zh: '期末车主', en: 'Closing' }, plus: ['opening', 'begun'], minus: ['ended'], better: 'more' },
    active: {
      label: { zh: 'APP活跃车主', en: 'Active in the app' },
      source: 'appDay',
      value: { by: 'distinct', of: 'userId' },
    },
    activeRate: {
      label: { zh: '活跃率', en: 'Active rate' },
      ratio: ['active', 'closing'],
      kind: 'percent',
      better: 'more',
    },
    multiUntil: { label: { zh: '累计多车', en: 'Several vehicles so far' }, source: 'multiBegin', range: 'until' },
    multiEnded: { label: { zh: '累计结束多车', en: 'No longer several' }, source: 'multiEnd', range: 'until' },
    multi: { label: { zh: '多车车主', en: 'With several vehicles' }, plus: ['multiUntil'], minus: ['multiEnded'] },
  },
  dimensions: { city: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'cityId' } },
  cards: [],
  trend: {
    title: { zh: '车主变化', en: 'Owners over time' },
    chart: 'lines',
    by: ['day'],
    measures: ['begun', 'ended'],
    line: 'closing',
  },
  tables: {
    vehicleOwner: {
      title: { zh: '车主报表', en: 'Owner report' },
      chart: 'table',
      by: ['day', 'city'],
      measures: ['opening', 'begun', 'ended', 'closing', 'active', 'activeRate', 'multi'],
    },
  },
});
