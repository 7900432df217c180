import { filtersOf } from '../facts.ts';
import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const ofVehicles = same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId');
const km = { unit: { zh: 'km', en: 'km' }, decimals: 1 } as const;

/** Vehicles in stock and on the road, by period and model. Closing = opening + stocked, in every row. */
export const vehicleReport = defineStatistic({
  name: 'vehicle',
  route: 'vehicleStatistics',
  base: '/stat/crm/report',
  filters: commonFilters,
  sources: {
    stocked: { entity: 'vehicle', list: { route: 'vehicleManage' }, at: 'createTime', filters: ofVehicles },
    shipped: { entity: 'vehicle', list: { route: 'vehicleManage' }, at: 'shipDate', filters: ofVehicles },
    activated: {
      entity: 'vehicle',
      list: { route: 'vehicleManage' },
      at: 'firstActivationTime',
      where: filtersOf('activated'),
      filters: ofVehicles,
    },
    stop: { at: 'time', filters: ofVehicles },
    activeDay: { at: 'day', filters: ofVehicles },
    onlinePeak: { at: 'day', filters: same('vehicleTypeId', 'dealerId') },
    mileage: { at: 'day', filters: ofVehicles },
    trip: { at: 'time', filters: ofVehicles },
  },
  measures: {
    opening: { label: { zh: '期初车辆', en: 'Opening' }, source: 'stocked', range: 'before' },
    stocked: { label: { zh: '入库', en: 'Stocked' }, source: 'stocked' },
    shipped: { label: { zh: '发货', en: 'Shipped' }, source: 'shipped' },
    activated: { label: { zh: '激活', en: 'Activated' }, source: 'activated', better: 'more' },
    stopped: { label: { zh: '停运', en: 'Stopped' }, source: 'stop', better: 'less' },
    closing: { label: { zh: '期末车辆', en: 'Closing' }, plus: ['opening', 'stocked'] },
    active: {
      label: { zh: '活跃车辆', en: 'Active' },
      source: 'activeDay',
      value: { by: 'distinct', of: 'vehicleId' },
      better: 'more',
    },
    peak: {
      label: { zh: '在线峰值', en: 'Online peak' },
      help: { zh: '每5分钟记录一次', en: 'Noted every five minutes' },
      source: 'onlinePeak',
      value: { by: 'max', of: 'peak' },
    },
    km: { label: { zh: '总里程', en: 'Distance' }, source: 'mileage', value: { by: 'sum', of: 'km' }, ...km },
    kmPerActive: { label: { zh: '每活跃车里程', en: 'A vehicle' }, ratio: ['km', 'active'], ...km },
    trips: { label: { zh: '行程', en: 'Trips' }, source: 'trip' },
    tripKm: {
      label: { zh: '行程里程', en: 'Distance of trips' },
      source: 'trip',
      value: { by: 'sum', of: 'km' },
      ...km,
    },
    kmPerTrip: { label: { zh: '平均行程', en: 'A trip' }, ratio: ['tripKm', 'trips'], ...km },
  },
  dimensions: { vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') } },
  cards: [],
  trend: {
    title: { zh: '活跃与激活', en: 'Active and activated' },
    chart: 'lines',
    by: ['day'],
    measures: ['activated', 'stocked'],
    line: 'active',
  },
  tables: {
    vehicle: {
      title: { zh: '车辆报表', en: 'Vehicle report' },
      chart: 'table',
      by: ['day', 'vehicleTypeId'],
      measures: [
        'opening',
        'stocked',
        'shipped',
        'activated',
        'stopped',
        'closing',
        'active',
        'peak',
        'km',
        'kmPerActive',
        'trips',
        'kmPerTrip',
      ],
    },
  },
});
