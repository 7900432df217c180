import { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { machines } from '../machines.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const { dealerId, cityId } = commonFilters;
const { done } = machines['SM-Repair'].states;
const { inWarranty } = codes.WarrantyResult;

/** Repairs and maintenance of dealers, by period. */
export const serviceReport = defineStatistic({
  name: 'serviceMaintenance',
  route: 'serviceMaintenanceStatistics',
  base: '/stat/crm/report',
  filters: { dealerId, cityId },
  sources: {
    created: {
      entity: 'repairOrder',
      list: { route: 'repairListsManage' },
      at: 'createTime',
      filters: { dealerId: 'dealerId', cityId: 'dealerCityId' },
    },
    ended: {
      entity: 'repairOrder',
      list: { route: 'repairListsManage' },
      at: 'finishTime',
      filters: { dealerId: 'dealerId', cityId: 'dealerCityId' },
    },
    reminder: { at: 'time', filters: same('dealerId', 'cityId') },
  },
  measures: {
    created: { label: { zh: '新建报修', en: 'Created' }, source: 'created' },
    finished: {
      label: { zh: '完成', en: 'Finished' },
      source: 'ended',
      where: { 'status.eq': String(done) },
      better: 'more',
    },
    late: { label: { zh: '超时', en: 'Late' }, source: 'created', where: { 'late.eq': '1' }, better: 'less' },
    reminders: { label: { zh: '保养提醒', en: 'Reminders' }, source: 'reminder' },
    remindedVehicles: {
      label: { zh: '被提醒车辆', en: 'Vehicles reminded' },
      source: 'reminder',
      value: { by: 'distinct', of: 'vehicleId' },
    },
    came: {
      label: { zh: '30天内到店', en: 'Came within 30 days' },
      source: 'reminder',
      value: { by: 'distinct', of: 'cameVehicleId' },
    },
    cameRate: {
      label: { zh: '到店率', en: 'Came' },
      ratio: ['came', 'remindedVehicles'],
      kind: 'percent',
      better: 'more',
    },
    parts: {
      label: { zh: '配件费', en: 'Parts' },
      source: 'ended',
      value: { by: 'sum', of: 'partsFen' },
      kind: 'money',
    },
    labour: {
      label: { zh: '工时费', en: 'Labour' },
      source: 'ended',
      value: { by: 'sum', of: 'laborFen' },
      kind: 'money',
    },
    warranty: {
      label: { zh: '保内费用', en: 'Warranty' },
      source: 'ended',
      where: { 'warrantyResult.eq': String(inWarranty) },
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
      better: 'less',
    },
    rating: {
      label: { zh: '平均评分', en: 'Rating' },
      source: 'ended',
      value: { by: 'average', of: 'rating' },
      decimals: 2,
      better: 'more',
    },
  },
  dimensions: { dealerId: { label: { zh: '经销商', en: 'Dealer' }, as: f.ref('dealer') } },
  cards: [],
  trend: {
    title: { zh: '报修与完成', en: 'Repairs created and finished' },
    chart: 'lines',
    by: ['day'],
    measures: ['created', 'finished'],
  },
  tables: {
    serviceMaintenance: {
      title: { zh: '服务维保报表', en: 'Service and maintenance report' },
      chart: 'table',
      by: ['day', 'dealerId'],
      measures: ['created', 'finished', 'late', 'reminders', 'cameRate', 'parts', 'labour', 'warranty', 'rating'],
    },
  },
});
