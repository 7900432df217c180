import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const filters = same('seriesId', 'vehicleTypeId', 'carrier', 'poolId');
const megabytes = { unit: { zh: 'MB', en: 'MB' }, decimals: 1 } as const;
const { seriesId, vehicleTypeId } = commonFilters;

/** Mobile data of vehicles: how much, of which models and carriers, and what it costs (catalogue 11, §6). */
export const trafficStatistics = defineStatistic({
  name: 'traffic',
  route: 'vehicleTrafficStatistics',
  base: '/stat/crm/traffic',
  filters: {
    seriesId,
    vehicleTypeId,
    carrier: { as: f.dict('Carrier', { label: { zh: '运营商', en: 'Carrier' } }) },
    poolId: { as: f.dict('SimPool', { label: { zh: '流量池', en: 'Pool' } }) },
  },
  sources: {
    flowDay: { at: 'day', filters },
    deviceDay: { at: 'day', filters },
    // Months of the question, whole: packages and fees are by the month.
    flowMonth: { at: 'month', filters },
  },
  measures: {
    used: {
      label: { zh: '用量', en: 'Data used' },
      source: 'flowDay',
      value: { by: 'sum', of: 'usedMb' },
      ...megabytes,
    },
    deviceUsed: {
      label: { zh: '设备上报用量', en: 'Data by devices' },
      help: {
        zh: '车辆设备自己统计的流量，与运营商的用量可能不同',
        en: 'As devices count it, which may differ from the carriers',
      },
      source: 'deviceDay',
      value: { by: 'sum', of: 'deviceMb' },
      ...megabytes,
    },
    cards: {
      label: { zh: '有流量的卡', en: 'Cards with data' },
      source: 'flowDay',
      value: { by: 'distinct', of: 'usedIccid' },
    },
    perCard: {
      label: { zh: '每卡平均', en: 'Average a card' },
      ratio: ['used', 'cards'],
      ...megabytes,
      better: 'less',
    },
    cardDays: { label: { zh: '卡日', en: 'Card days' }, source: 'flowDay' },
    perCardDay: {
      label: { zh: '每卡每日', en: 'A card and day' },
      ratio: ['used', 'cardDays'],
      unit: megabytes.unit,
      decimals: 2,
    },
    online: {
      label: { zh: '在线卡', en: 'Cards online' },
      source: 'flowDay',
      value: { by: 'distinct', of: 'onlineIccid' },
    },
    over: {
      label: { zh: '超套餐卡（月）', en: 'Over their package (month)' },
      help: { zh: '至少一个月用量超过套餐', en: 'In one month at least' },
      source: 'flowMonth',
      value: { by: 'distinct', of: 'overIccid' },
      better: 'less',
    },
    cost: {
      label: { zh: '费用', en: 'Cost' },
      source: 'flowMonth',
      value: { by: 'sum', of: 'feeFen' },
      kind: 'money',
      better: 'less',
    },
    monthUsed: {
      label: { zh: '月用量', en: 'Data of the months' },
      source: 'flowMonth',
      value: { by: 'sum', of: 'usedMb' },
      ...megabytes,
    },
    monthCards: { label: { zh: '卡', en: 'Cards' }, source: 'flowMonth', value: { by: 'distinct', of: 'iccid' } },
    packages: {
      label: { zh: '套餐量', en: 'Packages' },
      source: 'flowMonth',
      value: { by: 'sum', of: 'packageMb' },
      ...megabytes,
    },
    usage: { label: { zh: '使用率', en: 'Used' }, ratio: ['monthUsed', 'packages'], kind: 'percent' },
    ofMedian: {
      label: { zh: '车型中位数的倍数', en: '× median of the model' },
      own: true,
      decimals: 1,
      better: 'less',
    },
  },
  dimensions: {
    vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') },
    usage: {
      label: { zh: '月用量(MB/卡)', en: 'MB a card and month' },
      as: f.decimal(),
      bands: [0, 5, 10, 30, 50, 100],
      column: 'usedMb',
    },
    carrier: { label: { zh: '运营商', en: 'Carrier' }, as: f.dict('Carrier') },
    poolId: { label: { zh: '流量池', en: 'Pool' }, as: f.dict('SimPool') },
    purpose: { label: { zh: '用途', en: 'Purpose' }, as: f.dict('DataPurpose') },
    vin: { label: { zh: '车辆', en: 'Vehicle' }, as: f.text() },
    iccid: { label: { zh: 'ICCID', en: 'ICCID' }, as: f.text() },
  },
  cards: ['used', 'cards', 'perCard', 'over', 'cost'],
  trend: {
    title: { zh: '流量趋势', en: 'Data over time' },
    chart: 'stacked',
    by: ['day'],
    measures: ['used'],
    line: 'online',
  },
  groups: {
    call: 'dist',
    parts: {
      model: {
        title: { zh: '车型', en: 'Models' },
        chart: 'bars',
        by: ['vehicleTypeId'],
        measures: ['perCardDay', 'used', 'cards'],
        top: 20,
      },
      bucket: {
        title: { zh: '月用量分布', en: 'Cards by data of a month' },
        chart: 'bars',
        by: ['usage'],
        measures: ['monthCards'],
      },
      carrier: {
        title: { zh: '运营商与流量池', en: 'Carriers and pools' },
        chart: 'bars',
        by: ['carrier', 'poolId'],
        measures: ['monthUsed', 'monthCards', 'packages', 'usage'],
      },
      purpose: {
        title: { zh: '用途', en: 'Purposes' },
        note: { zh: '按设备上报；未上报的设备不计', en: 'By devices that report it' },
        chart: 'bars',
        by: ['purpose'],
        measures: ['deviceUsed'],
      },
    },
  },
  tables: {
    top: {
      title: { zh: '用量Top100', en: 'Vehicles by data' },
      chart: 'table',
      by: ['vin', 'iccid', 'vehicleTypeId'],
      measures: ['used', 'ofMedian'],
      top: 100,
      own: true,
    },
  },
});
