import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const { vehicleTypeId, dealerId } = commonFilters;

/** Health and use of batteries, by period, type and maker. */
export const batteryReport = defineStatistic({
  name: 'battery',
  route: 'batteryStatistics',
  base: '/stat/crm/report',
  filters: { vehicleTypeId, dealerId, batteryType: { as: f.dict('BatteryType') } },
  sources: {
    batteryDay: { at: 'day', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
    batteryAlarm: { at: 'time', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
    batteryChange: { at: 'time', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
  },
  measures: {
    days: { label: { zh: '电池日', en: 'Battery days' }, source: 'batteryDay', value: { by: 'sum', of: 'inUse' } },
    counted: {
      label: { zh: '统计天数', en: 'Days counted' },
      source: 'batteryDay',
      value: { by: 'distinct', of: 'day' },
    },
    inUse: {
      label: { zh: '在用电池', en: 'In use' },
      help: { zh: '多天为日均', en: 'Of several days, their average' },
      ratio: ['days', 'counted'],
      decimals: 0,
    },
    sohSum: {
      label: { zh: '健康度合计', en: 'Sum of health' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'sohSum' },
    },
    sohDays: {
      label: { zh: '有健康度', en: 'With health' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'sohCount' },
    },
    soh: {
      label: { zh: '平均健康度', en: 'Average health' },
      ratio: ['sohSum', 'sohDays'],
      unit: { zh: '%', en: '%' },
      decimals: 1,
      better: 'more',
    },
    below80Days: {
      label: { zh: '<80%电池日', en: 'Below 80 %' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'below80' },
    },
    below80: {
      label: { zh: '健康度<80%', en: 'Below 80 %' },
      ratio: ['below80Days', 'sohDays'],
      kind: 'percent',
      better: 'less',
    },
    below70Days: {
      label: { zh: '<70%电池日', en: 'Below 70 %' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'below70' },
    },
    below70: {
      label: { zh: '健康度<70%', en: 'Below 70 %' },
      ratio: ['below70Days', 'sohDays'],
      kind: 'percent',
      better: 'less',
    },
    cycleSum: {
      label: { zh: '循环合计', en: 'Sum of cycles' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'cycleSum' },
    },
    cycles: { label: { zh: '平均循环', en: 'Average cycles' }, ratio: ['cycleSum', 'sohDays'], decimals: 0 },
    charges: { label: { zh: '充电次数', en: 'Charges' }, source: 'batteryDay', value: { by: 'sum', of: 'charges' } },
    depthSum: {
      label: { zh: '充电深度合计', en: 'Sum of depth' },
      source: 'batteryDay',
      value: { by: 'sum', of: 'depthSum' },
    },
    depth: {
      label: { zh: '平均充电深度', en: 'Average depth' },
      ratio: ['depthSum', 'charges'],
      unit: { zh: '%', en: '%' },
      decimals: 1,
    },
    alarms: { label: { zh: '电池报警', en: 'Battery alarms' }, source: 'batteryAlarm' },
    perThousand: {
      label: { zh: '每千电池日报警', en: 'Alarms per 1,000 battery days' },
      ratio: ['alarms', 'days'],
      times: 1000,
      decimals: 2,
      better: 'less',
    },
    replaced: { label: { zh: '更换', en: 'Replaced' }, source: 'batteryChange' },
    returned: {
      label: { zh: '保内退回', en: 'Returned under warranty' },
      source: 'batteryChange',
      value: { by: 'sum', of: 'underWarranty' },
    },
  },
  dimensions: {
    batteryType: { label: { zh: '电池类型', en: 'Type' }, as: f.dict('BatteryType') },
    manufacturer: { label: { zh: '厂商', en: 'Maker' }, as: f.dict('BatteryMaker') },
    band: { label: { zh: '健康度(%)', en: 'Health (%)' }, as: f.int() },
  },
  cards: [],
  trend: { title: { zh: '健康度', en: 'Health' }, chart: 'lines', by: ['day'], measures: ['soh'], line: 'below80' },
  tables: {
    battery: {
      title: { zh: '电池报表', en: 'Battery report' },
      chart: 'table',
      by: ['day', 'batteryType', 'manufacturer'],
      measures: [
        'inUse',
        'soh',
        'below80',
        'below70',
        'cycles',
        'charges',
        'depth',
        'perThousand',
        'replaced',
        'returned',
      ],
    },
  },
});
