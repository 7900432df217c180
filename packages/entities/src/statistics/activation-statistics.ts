import { filtersOf } from '../facts.ts';
import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const filters = same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId');
const vehicles = { entity: 'vehicle', list: { route: 'vehicleManage' }, filters } as const;
const isActivated = filtersOf('activated');

/** How vehicles come from stock to owners, against targets (catalogue 11, §5). */
export const activationStatistics = defineStatistic({
  name: 'activation',
  route: 'activationStatistics',
  base: '/stat/crm/activation',
  filters: commonFilters,
  sources: {
    stocked: { ...vehicles, at: 'createTime' },
    shipped: { ...vehicles, at: 'shipDate' },
    // Once a vehicle: what comes after a reset is no further one.
    activated: { ...vehicles, at: 'firstActivationTime', where: isActivated },
    again: { ...vehicles, at: 'activationTime', where: { ...isActivated, 'activationCount.ge': '2' } },
    produced: { ...vehicles, at: 'productionDate' },
    idle: { ...vehicles, where: { 'idleStock.eq': '1' } },
    bound: { at: 'time', filters },
  },
  measures: {
    stocked: { label: { zh: '入库车辆', en: 'Stocked' }, source: 'stocked', range: 'until' },
    shippedTotal: { label: { zh: '累计发货', en: 'Shipped' }, source: 'shipped', range: 'until' },
    shipped: { label: { zh: '期内发货', en: 'Shipped in the period' }, source: 'shipped' },
    activated: { label: { zh: '期内激活', en: 'Activated in the period' }, source: 'activated', better: 'more' },
    activatedTotal: { label: { zh: '累计激活', en: 'Activated' }, source: 'activated', range: 'until', better: 'more' },
    rate: {
      label: { zh: '激活率', en: 'Activation rate' },
      help: { zh: '累计激活占累计发货', en: 'Activated of shipped' },
      ratio: ['activatedTotal', 'shippedTotal'],
      kind: 'percent',
      better: 'more',
    },
    days: {
      label: { zh: '发货到激活（中位数）', en: 'Days from shipping to activation (median)' },
      source: 'activated',
      value: { by: 'median', of: 'shipDays' },
      unit: { zh: '天', en: 'd' },
      decimals: 1,
      better: 'less',
    },
    idle: {
      label: { zh: '发货90天未激活', en: 'Idle for 90 days' },
      help: { zh: '截至现在', en: 'As of now' },
      source: 'idle',
      better: 'less',
    },
    produced: { label: { zh: '生产', en: 'Produced' }, source: 'produced' },
    producedShipped: { label: { zh: '发货', en: 'Shipped' }, source: 'produced', where: { 'shipDate.null': '0' } },
    producedSold: { label: { zh: '销售', en: 'Sold' }, source: 'produced', where: { 'saleDate.null': '0' } },
    producedActivated: { label: { zh: '激活', en: 'Activated' }, source: 'produced', where: isActivated },
    producedBound: { label: { zh: '绑定', en: 'Bound' }, source: 'produced', where: filtersOf('bound') },
    bindings: { label: { zh: '绑定', en: 'Bindings' }, source: 'bound' },
    again: { label: { zh: '重复激活车辆', en: 'Activated again' }, source: 'again' },
    activations: {
      label: { zh: '激活次数', en: 'Times activated' },
      source: 'again',
      value: { by: 'sum', of: 'activationCount' },
    },
    againDays: {
      label: { zh: '距首次激活', en: 'Since the first activation' },
      source: 'again',
      value: { by: 'median', of: 'againDays' },
      unit: { zh: '天', en: 'd' },
    },
  },
  dimensions: {
    vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') },
    color: { label: { zh: '颜色', en: 'Colour' }, as: f.dict('VehicleColor') },
    city: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'cityId' },
    bindCity: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'firstBindCityId' },
    dealerId: { label: { zh: '经销商', en: 'Dealer' }, as: f.ref('dealer') },
    vehicleId: { label: { zh: '车辆', en: 'Vehicle' }, as: f.ref('vehicle'), column: 'id' },
    channel: { label: { zh: '绑定方式', en: 'Way of binding' }, as: f.dict('BindChannel') },
  },
  cards: ['stocked', 'shippedTotal', 'activated', 'activatedTotal', 'rate', 'days', 'idle'],
  trend: {
    title: { zh: '激活趋势', en: 'Activations over time' },
    chart: 'lines',
    by: ['day'],
    measures: ['activated'],
    line: 'activatedTotal',
    target: 'StatTarget',
  },
  groups: {
    call: 'dist',
    parts: {
      model: {
        title: { zh: '车型', en: 'Models' },
        chart: 'bars',
        by: ['vehicleTypeId'],
        measures: ['activated'],
        top: 20,
      },
      color: { title: { zh: '颜色', en: 'Colours' }, chart: 'bars', by: ['color'], measures: ['activated'] },
      city: {
        title: { zh: '城市', en: 'Cities' },
        choice: { of: 'city', label: { zh: '经销商所在地', en: 'Of the dealer' } },
        chart: 'map',
        by: ['city'],
        measures: ['activated'],
      },
      bindCity: {
        title: { zh: '首次绑定城市', en: 'Cities of first binding' },
        choice: { of: 'city', label: { zh: '首次绑定位置', en: 'Of the first binding' } },
        chart: 'map',
        by: ['bindCity'],
        measures: ['activated'],
      },
      channel: {
        title: { zh: '绑定方式', en: 'Ways of binding' },
        chart: 'bars',
        by: ['channel'],
        measures: ['bindings'],
      },
    },
  },
  tables: {
    funnel: {
      title: { zh: '从生产到绑定', en: 'From production to binding' },
      note: { zh: '期内生产的车辆', en: 'Vehicles produced in the period' },
      chart: 'funnel',
      by: [],
      measures: ['produced', 'producedShipped', 'producedSold', 'producedActivated', 'producedBound'],
    },
    dealer: {
      title: { zh: '经销商', en: 'Dealers' },
      chart: 'table',
      by: ['dealerId'],
      measures: ['shippedTotal', 'activated', 'activatedTotal', 'rate', 'idle'],
    },
    again: {
      title: { zh: '重复激活', en: 'Activated again' },
      note: {
        zh: '期内重置后再次激活的车辆，激活数只计首次',
        en: 'After a reset in the period: activations count the first alone',
      },
      chart: 'table',
      by: ['vehicleId', 'vehicleTypeId', 'dealerId'],
      measures: ['again', 'activations', 'againDays'],
    },
  },
});
