import { filtersOf } from '../facts.ts';
import { f } from '../fields.ts';
import { codes } from '../codes.ts';
import { machines } from '../machines.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const { done } = machines['SM-Repair'].states;
const { inWarranty, outOfWarranty } = codes.WarrantyResult;
const isDone = { 'status.eq': String(done) };
const list = { route: 'repairListsManage' } as const;
const filters = {
  ...same('seriesId', 'vehicleTypeId', 'dealerId', 'serviceType', 'faultCategory', 'warrantyResult'),
  cityId: 'dealerCityId',
};

/** How many repairs there are, why, of what, how fast, how well and at what cost (catalogue 11, §4). */
export const repairStatistics = defineStatistic({
  name: 'repair',
  route: 'vehicleRepairStatistics',
  base: '/stat/crm/repair',
  filters: {
    ...commonFilters,
    serviceType: { as: f.dict('RepairServiceType', { label: { zh: '服务方式', en: 'Service type' } }) },
    faultCategory: { as: f.dict('LargeProblemClassification', { level: 1 }) },
    warrantyResult: { as: f.dict('WarrantyResult') },
  },
  sources: {
    created: { entity: 'repairOrder', list, at: 'createTime', filters },
    ended: { entity: 'repairOrder', list, at: 'finishTime', filters },
    part: { at: 'createTime', filters },
    vehicle: {
      entity: 'vehicle',
      list: { route: 'vehicleManage' },
      at: 'firstActivationTime',
      where: filtersOf('activated'),
      filters: same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId'),
      across: ['serviceType', 'faultCategory', 'warrantyResult'],
    },
  },
  measures: {
    created: { label: { zh: '新建', en: 'Created' }, source: 'created' },
    finished: { label: { zh: '完成', en: 'Finished' }, source: 'ended', where: isDone, better: 'more' },
    createdUntil: { label: { zh: '累计新建', en: 'Created so far' }, source: 'created', range: 'until' },
    endedUntil: { label: { zh: '累计结束', en: 'Ended so far' }, source: 'ended', range: 'until' },
    open: {
      label: { zh: '期末未结束', en: 'Open at the end' },
      plus: ['createdUntil'],
      minus: ['endedUntil'],
      better: 'less',
    },
    createdDone: { label: { zh: '新建已完成', en: 'Created and finished' }, source: 'created', where: isDone },
    finishRate: {
      label: { zh: '完成率', en: 'Finish rate' },
      help: { zh: '期内新建报修中已完成的', en: 'Of the orders created in the period' },
      ratio: ['createdDone', 'created'],
      kind: 'percent',
      better: 'more',
    },
    hours: {
      label: { zh: '平均完成时长', en: 'Average time to finish' },
      source: 'ended',
      where: isDone,
      value: { by: 'average', of: 'finishHours' },
      unit: { zh: '小时', en: 'h' },
      decimals: 1,
      better: 'less',
    },
    acceptMinutes: {
      label: { zh: '平均接单时长', en: 'Average time to accept' },
      source: 'created',
      value: { by: 'average', of: 'acceptMinutes' },
      unit: { zh: '分钟', en: 'min' },
      decimals: 1,
      better: 'less',
    },
    rating: {
      label: { zh: '平均评分', en: 'Average rating' },
      help: { zh: '仅已评价', en: 'Rated orders only' },
      source: 'ended',
      value: { by: 'average', of: 'rating' },
      decimals: 2,
      better: 'more',
    },
    comesBack: {
      label: { zh: '30天内再修', en: 'Back within 30 days' },
      source: 'ended',
      where: { ...isDone, 'comesBack.eq': '1' },
    },
    comesBackRate: {
      label: { zh: '返修率', en: 'Repeat repairs' },
      help: { zh: '完成后30天内同一故障再次报修', en: 'The same fault again within 30 days after it was done' },
      ratio: ['comesBack', 'finished'],
      kind: 'percent',
      better: 'less',
    },
    late: { label: { zh: '超时', en: 'Late' }, source: 'created', where: { 'late.eq': '1' } },
    lateRate: { label: { zh: '超时率', en: 'Late rate' }, ratio: ['late', 'created'], kind: 'percent', better: 'less' },
    activated: { label: { zh: '激活车辆', en: 'Activated vehicles' }, source: 'vehicle', range: 'until', whole: true },
    perThousand: {
      label: { zh: '每千激活车报修', en: 'Per 1,000 activated' },
      ratio: ['created', 'activated'],
      times: 1000,
      decimals: 1,
      better: 'less',
    },
    qty: { label: { zh: '数量', en: 'Quantity' }, source: 'part', value: { by: 'sum', of: 'qty' } },
    partsCost: {
      label: { zh: '金额', en: 'Cost' },
      source: 'part',
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
    },
    cost: {
      label: { zh: '工时和配件', en: 'Labour and parts' },
      source: 'ended',
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
    },
    warrantyCost: {
      label: { zh: '保内费用', en: 'Warranty cost' },
      source: 'ended',
      where: { 'warrantyResult.eq': String(inWarranty) },
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
      better: 'less',
    },
    paidCost: {
      label: { zh: '保外收费', en: 'Paid by owners' },
      source: 'ended',
      where: { 'warrantyResult.eq': String(outOfWarranty) },
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
    },
  },
  dimensions: {
    faultCategory: { label: { zh: '故障分类', en: 'Category' }, as: f.dict('LargeProblemClassification') },
    faultSub: { label: { zh: '小类', en: 'Sub-category' }, as: f.dict('LargeProblemClassification') },
    causeCode: { label: { zh: '原因', en: 'Cause' }, as: f.dict('RepairCause') },
    vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') },
    deviceType: { label: { zh: '部件', en: 'Part' }, as: f.dict('DeviceType') },
    warrantyResult: { label: { zh: '质保判定', en: 'Warranty' }, as: f.dict('WarrantyResult') },
    dealerId: { label: { zh: '经销商', en: 'Dealer' }, as: f.ref('dealer') },
  },
  cards: ['created', 'finished', 'open', 'finishRate', 'hours', 'acceptMinutes', 'rating', 'comesBackRate'],
  trend: {
    title: { zh: '报修趋势', en: 'Repairs over time' },
    chart: 'lines',
    by: ['day'],
    measures: ['created', 'finished'],
    line: 'open',
  },
  groups: {
    call: 'dist',
    parts: {
      category: {
        title: { zh: '故障分类', en: 'Categories' },
        chart: 'sunburst',
        by: ['faultCategory', 'faultSub'],
        measures: ['created'],
      },
      cause: { title: { zh: '故障原因', en: 'Causes' }, chart: 'pareto', by: ['causeCode'], measures: ['created'] },
      model: {
        title: { zh: '车型', en: 'Models' },
        chart: 'bars',
        by: ['vehicleTypeId'],
        measures: ['perThousand', 'created', 'activated'],
        top: 20,
      },
      part: {
        title: { zh: '用件Top20', en: 'Parts' },
        chart: 'bars',
        by: ['deviceType'],
        measures: ['qty', 'partsCost'],
        top: 20,
      },
      cost: {
        title: { zh: '费用', en: 'Cost' },
        chart: 'bars',
        by: ['warrantyResult'],
        measures: ['cost', 'finished'],
      },
    },
  },
  tables: {
    dealer: {
      title: { zh: '经销商', en: 'Dealers' },
      chart: 'table',
      by: ['dealerId'],
      measures: [
        'created',
        'finished',
        'acceptMinutes',
        'hours',
        'lateRate',
        'rating',
        'comesBackRate',
        'warrantyCost',
        'paidCost',
      ],
    },
  },
});
