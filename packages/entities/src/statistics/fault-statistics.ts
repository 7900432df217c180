import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const ofReports = same(
  'seriesId',
  'vehicleTypeId',
  'dealerId',
  'cityId',
  'deviceType',
  'faultCode',
  'level',
  'softwareVersion',
);

/** How many faults parts report, of which codes, models and versions (catalogue 11, §2). */
export const faultStatistics = defineStatistic({
  name: 'fault',
  route: 'faultStatisticIndex',
  base: '/stat/crm/fault',
  filters: {
    ...commonFilters,
    deviceType: { as: f.dict('DeviceType') },
    faultCode: { as: f.dict('FaultCode'), by: 'in' },
    level: { as: f.dict('AlarmLevel'), by: 'ge' },
    softwareVersion: { as: f.text({ label: { zh: '软件版本', en: 'Software version' } }) },
  },
  sources: {
    fault: {
      entity: 'faultReport',
      list: { route: 'alarmManage', query: { view: 'faults' } },
      at: 'setTime',
      filters: ofReports,
    },
    activeDay: {
      at: 'day',
      // Faults of a part or code are a rate of all vehicles that were ridden.
      filters: { ...same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId') },
      across: ['deviceType', 'faultCode', 'level', 'softwareVersion'],
    },
    versionSpan: {
      filters: same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId', 'deviceType', 'softwareVersion'),
      across: ['faultCode', 'level'],
    },
  },
  measures: {
    reports: { label: { zh: '故障上报', en: 'Fault reports' }, source: 'fault', better: 'less' },
    vehicles: {
      label: { zh: '故障车辆', en: 'Vehicles with faults' },
      source: 'fault',
      value: { by: 'distinct', of: 'vehicleId' },
      better: 'less',
    },
    active: {
      label: { zh: '活跃车辆', en: 'Active vehicles' },
      source: 'activeDay',
      value: { by: 'distinct', of: 'vehicleId' },
      whole: true,
    },
    rate: {
      label: { zh: '故障率', en: 'Fault rate' },
      help: { zh: '故障车辆占活跃车辆', en: 'Vehicles with faults of active vehicles' },
      ratio: ['vehicles', 'active'],
      kind: 'percent',
      better: 'less',
    },
    perThousand: {
      label: { zh: '每千活跃车', en: 'Per 1,000 active' },
      help: { zh: '每千辆活跃车辆中的故障车辆', en: 'Vehicles with faults of 1,000 active vehicles' },
      ratio: ['vehicles', 'active'],
      times: 1000,
      decimals: 1,
      better: 'less',
    },
    clearMinutes: {
      label: { zh: '平均恢复时长', en: 'Mean time to clear' },
      source: 'fault',
      where: { 'clearTime.null': '0' },
      value: { by: 'average', of: 'clearMinutes' },
      unit: { zh: '分钟', en: 'min' },
      decimals: 1,
      better: 'less',
    },
    open: {
      label: { zh: '未恢复', en: 'Not cleared' },
      source: 'fault',
      where: { 'clearTime.null': '1' },
      range: 'until',
      better: 'less',
    },
    repaired: { label: { zh: '转报修', en: 'Became repairs' }, source: 'fault', where: { 'repaired.eq': '1' } },
    repairedRate: { label: { zh: '转报修率', en: 'Repair rate' }, ratio: ['repaired', 'reports'], kind: 'percent' },
    placed: {
      label: { zh: '有温度和电量的上报', en: 'Reports with both' },
      source: 'fault',
      where: { 'temperature.null': '0', 'soc.null': '0' },
    },
    versionDays: { label: { zh: '版本车日', en: 'Vehicle days on it' }, own: true },
    perVersionDays: {
      label: { zh: '每千车日故障', en: 'Faults per 1,000 vehicle days' },
      own: true,
      decimals: 2,
      better: 'less',
    },
  },
  dimensions: {
    deviceType: { label: { zh: '部件', en: 'Part' }, as: f.dict('DeviceType') },
    faultCode: { label: { zh: '故障码', en: 'Code' }, as: f.dict('FaultCode') },
    level: { label: { zh: '级别', en: 'Level' }, as: f.dict('AlarmLevel') },
    vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') },
    softwareVersion: { label: { zh: '软件版本', en: 'Version' }, as: f.text() },
    temperature: { label: { zh: '温度(°C)', en: 'Temperature (°C)' }, as: f.decimal() },
    soc: { label: { zh: '电量(%)', en: 'Charge (%)' }, as: f.int() },
    odometer: {
      label: { zh: '首次故障里程(km)', en: 'Odometer at first fault (km)' },
      as: f.int(),
      bands: [500, 1000, 3000, 5000, 10_000],
    },
  },
  cards: ['reports', 'vehicles', 'rate', 'clearMinutes', 'open'],
  trend: {
    title: { zh: '故障趋势', en: 'Faults over time' },
    chart: 'stacked',
    by: ['day', 'deviceType'],
    measures: ['reports'],
    line: 'vehicles',
  },
  groups: {
    call: 'rank',
    parts: {
      code: {
        title: { zh: '故障码Top20', en: 'Codes' },
        chart: 'bars',
        by: ['faultCode'],
        measures: ['reports', 'vehicles', 'perThousand', 'clearMinutes'],
        top: 20,
      },
      model: {
        title: { zh: '车型', en: 'Models' },
        chart: 'bars',
        by: ['vehicleTypeId'],
        measures: ['rate', 'vehicles', 'active'],
        top: 20,
      },
      version: {
        title: { zh: '软件版本', en: 'Software versions' },
        note: { zh: '故障 ÷ 使用该版本的车日', en: 'Faults ÷ days of vehicles on the version' },
        chart: 'bars',
        by: ['deviceType', 'softwareVersion'],
        measures: ['perVersionDays', 'reports', 'versionDays'],
        top: 20,
        own: true,
      },
      mileage: {
        title: { zh: '首次故障里程', en: 'Odometer at the first fault' },
        note: { zh: '每车每码一次', en: 'Once a vehicle and code' },
        chart: 'bars',
        by: ['odometer'],
        measures: ['reports'],
        own: true,
      },
      scene: {
        title: { zh: '故障时的温度与电量', en: 'Temperature and charge at faults' },
        chart: 'scatter',
        by: ['faultCode', 'temperature', 'soc'],
        measures: ['placed'],
        most: 500,
      },
    },
  },
  tables: {
    table: {
      title: { zh: '明细', en: 'By code and model' },
      chart: 'table',
      by: ['faultCode', 'deviceType', 'level', 'vehicleTypeId'],
      measures: ['reports', 'vehicles', 'rate', 'clearMinutes', 'repairedRate'],
    },
  },
});
