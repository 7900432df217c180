import { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { machines } from '../machines.ts';
import { defineStatistic } from './define.ts';
import { commonFilters, same } from './filters.ts';

const { vehicleTypeId, dealerId, cityId } = commonFilters;
const base = '/stat/crm/report';
const ofVehicles = same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId');
const { done } = machines['SM-Repair'].states;
const { inWarranty } = codes.WarrantyResult;
const { failed, blocked } = codes.PushStatus;
const km = { unit: { zh: 'km', en: 'km' }, decimals: 1 } as const;

/** How many owners came and went, by period and city (catalogue 11, §8). Closing = opening + new − lost, in every row. */
export const ownerReport = defineStatistic({
  name: 'vehicleOwner',
  route: 'vehicleOwnerStatistics',
  base,
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
    active: { label: { zh: 'APP活跃车主', en: 'Active in the app' }, source: 'appDay', value: { by: 'distinct', of: 'userId' } },
    activeRate: { label: { zh: '活跃率', en: 'Active' }, ratio: ['active', 'closing'], kind: 'percent', better: 'more' },
    multiUntil: { label: { zh: '累计多车', en: 'Several vehicles so far' }, source: 'multiBegin', range: 'until' },
    multiEnded: { label: { zh: '累计结束多车', en: 'No longer several' }, source: 'multiEnd', range: 'until' },
    multi: { label: { zh: '多车车主', en: 'With several vehicles' }, plus: ['multiUntil'], minus: ['multiEnded'] },
  },
  dimensions: { city: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'cityId' } },
  cards: [],
  trend: { title: { zh: '车主变化', en: 'Owners over time' }, chart: 'lines', by: ['day'], measures: ['begun', 'ended'], line: 'closing' },
  tables: {
    vehicleOwner: {
      title: { zh: '车主报表', en: 'Owner report' },
      chart: 'table',
      by: ['day', 'city'],
      measures: ['opening', 'begun', 'ended', 'closing', 'active', 'activeRate', 'multi'],
    },
  },
});

/** Vehicles in stock and on the road, by period and model. Closing = opening + stocked, in every row. */
export const vehicleReport = defineStatistic({
  name: 'vehicle',
  route: 'vehicleStatistics',
  base,
  filters: commonFilters,
  sources: {
    stocked: { entity: 'vehicle', list: { route: 'vehicleManage' }, at: 'createTime', filters: ofVehicles },
    shipped: { entity: 'vehicle', list: { route: 'vehicleManage' }, at: 'shipDate', filters: ofVehicles },
    activated: {
      entity: 'vehicle',
      list: { route: 'vehicleManage' },
      at: 'activationTime',
      where: { 'activationStatus.eq': '1' },
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
    active: { label: { zh: '活跃车辆', en: 'Active' }, source: 'activeDay', value: { by: 'distinct', of: 'vehicleId' }, better: 'more' },
    peak: {
      label: { zh: '在线峰值', en: 'Online peak' },
      help: { zh: '每5分钟记录一次', en: 'Noted every five minutes' },
      source: 'onlinePeak',
      value: { by: 'max', of: 'peak' },
    },
    km: { label: { zh: '总里程', en: 'Distance' }, source: 'mileage', value: { by: 'sum', of: 'km' }, ...km },
    kmPerActive: { label: { zh: '每活跃车里程', en: 'A vehicle' }, ratio: ['km', 'active'], ...km },
    trips: { label: { zh: '行程', en: 'Trips' }, source: 'trip' },
    tripKm: { label: { zh: '行程里程', en: 'Distance of trips' }, source: 'trip', value: { by: 'sum', of: 'km' }, ...km },
    kmPerTrip: { label: { zh: '平均行程', en: 'A trip' }, ratio: ['tripKm', 'trips'], ...km },
  },
  dimensions: { vehicleTypeId: { label: { zh: '车型', en: 'Model' }, as: f.ref('vehicleType') } },
  cards: [],
  trend: { title: { zh: '活跃与激活', en: 'Active and activated' }, chart: 'lines', by: ['day'], measures: ['activated', 'stocked'], line: 'active' },
  tables: {
    vehicle: {
      title: { zh: '车辆报表', en: 'Vehicle report' },
      chart: 'table',
      by: ['day', 'vehicleTypeId'],
      measures: ['opening', 'stocked', 'shipped', 'activated', 'stopped', 'closing', 'active', 'peak', 'km', 'kmPerActive', 'trips', 'kmPerTrip'],
    },
  },
});

/** Health and use of batteries, by period, type and maker. */
export const batteryReport = defineStatistic({
  name: 'battery',
  route: 'batteryStatistics',
  base,
  filters: { vehicleTypeId, dealerId, batteryType: { as: f.dict('BatteryType') } },
  sources: {
    batteryDay: { at: 'day', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
    batteryAlarm: { at: 'time', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
    batteryChange: { at: 'time', filters: same('vehicleTypeId', 'dealerId', 'batteryType') },
  },
  measures: {
    days: { label: { zh: '电池日', en: 'Battery days' }, source: 'batteryDay', value: { by: 'sum', of: 'inUse' } },
    inUse: { label: { zh: '在用电池', en: 'In use' }, source: 'batteryDay', value: { by: 'max', of: 'inUse' } },
    sohSum: { label: { zh: '健康度合计', en: 'Sum of health' }, source: 'batteryDay', value: { by: 'sum', of: 'sohSum' } },
    sohDays: { label: { zh: '有健康度', en: 'With health' }, source: 'batteryDay', value: { by: 'sum', of: 'sohCount' } },
    soh: { label: { zh: '平均健康度', en: 'Average health' }, ratio: ['sohSum', 'sohDays'], unit: { zh: '%', en: '%' }, decimals: 1, better: 'more' },
    below80Days: { label: { zh: '<80%电池日', en: 'Below 80 %' }, source: 'batteryDay', value: { by: 'sum', of: 'below80' } },
    below80: { label: { zh: '健康度<80%', en: 'Below 80 %' }, ratio: ['below80Days', 'sohDays'], kind: 'percent', better: 'less' },
    below70Days: { label: { zh: '<70%电池日', en: 'Below 70 %' }, source: 'batteryDay', value: { by: 'sum', of: 'below70' } },
    below70: { label: { zh: '健康度<70%', en: 'Below 70 %' }, ratio: ['below70Days', 'sohDays'], kind: 'percent', better: 'less' },
    cycleSum: { label: { zh: '循环合计', en: 'Sum of cycles' }, source: 'batteryDay', value: { by: 'sum', of: 'cycleSum' } },
    cycles: { label: { zh: '平均循环', en: 'Average cycles' }, ratio: ['cycleSum', 'sohDays'], decimals: 0 },
    charges: { label: { zh: '充电次数', en: 'Charges' }, source: 'batteryDay', value: { by: 'sum', of: 'charges' } },
    depthSum: { label: { zh: '充电深度合计', en: 'Sum of depth' }, source: 'batteryDay', value: { by: 'sum', of: 'depthSum' } },
    depth: { label: { zh: '平均充电深度', en: 'Average depth' }, ratio: ['depthSum', 'charges'], unit: { zh: '%', en: '%' }, decimals: 1 },
    alarms: { label: { zh: '电池报警', en: 'Battery alarms' }, source: 'batteryAlarm' },
    perThousand: { label: { zh: '每千电池日报警', en: 'Alarms per 1,000 battery days' }, ratio: ['alarms', 'days'], times: 1000, decimals: 2, better: 'less' },
    replaced: { label: { zh: '更换', en: 'Replaced' }, source: 'batteryChange' },
    returned: { label: { zh: '保内退回', en: 'Returned under warranty' }, source: 'batteryChange', value: { by: 'sum', of: 'underWarranty' } },
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
      measures: ['inUse', 'soh', 'below80', 'below70', 'cycles', 'charges', 'depth', 'perThousand', 'replaced', 'returned'],
    },
  },
});

/** Repairs and maintenance of dealers, by period. */
export const serviceReport = defineStatistic({
  name: 'serviceMaintenance',
  route: 'serviceMaintenanceStatistics',
  base,
  filters: { dealerId, cityId },
  sources: {
    created: { entity: 'repairOrder', list: { route: 'repairListsManage' }, at: 'createTime', filters: { dealerId: 'dealerId', cityId: 'dealerCityId' } },
    ended: { entity: 'repairOrder', list: { route: 'repairListsManage' }, at: 'finishTime', filters: { dealerId: 'dealerId', cityId: 'dealerCityId' } },
    reminder: { at: 'time', filters: same('dealerId', 'cityId') },
  },
  measures: {
    created: { label: { zh: '新建报修', en: 'Created' }, source: 'created' },
    finished: { label: { zh: '完成', en: 'Finished' }, source: 'ended', where: { 'status.eq': String(done) }, better: 'more' },
    late: { label: { zh: '超时', en: 'Late' }, source: 'created', where: { 'late.eq': '1' }, better: 'less' },
    reminders: { label: { zh: '保养提醒', en: 'Reminders' }, source: 'reminder' },
    remindedVehicles: { label: { zh: '被提醒车辆', en: 'Vehicles reminded' }, source: 'reminder', value: { by: 'distinct', of: 'vehicleId' } },
    came: { label: { zh: '30天内到店', en: 'Came within 30 days' }, source: 'reminder', value: { by: 'distinct', of: 'cameVehicleId' } },
    cameRate: { label: { zh: '到店率', en: 'Came' }, ratio: ['came', 'remindedVehicles'], kind: 'percent', better: 'more' },
    parts: { label: { zh: '配件费', en: 'Parts' }, source: 'ended', value: { by: 'sum', of: 'partsFen' }, kind: 'money' },
    labour: { label: { zh: '工时费', en: 'Labour' }, source: 'ended', value: { by: 'sum', of: 'laborFen' }, kind: 'money' },
    warranty: {
      label: { zh: '保内费用', en: 'Warranty' },
      source: 'ended',
      where: { 'warrantyResult.eq': String(inWarranty) },
      value: { by: 'sum', of: 'costFen' },
      kind: 'money',
      better: 'less',
    },
    rating: { label: { zh: '平均评分', en: 'Rating' }, source: 'ended', value: { by: 'average', of: 'rating' }, decimals: 2, better: 'more' },
  },
  dimensions: { dealerId: { label: { zh: '经销商', en: 'Dealer' }, as: f.ref('dealer') } },
  cards: [],
  trend: { title: { zh: '报修与完成', en: 'Repairs created and finished' }, chart: 'lines', by: ['day'], measures: ['created', 'finished'] },
  tables: {
    serviceMaintenance: {
      title: { zh: '服务维保报表', en: 'Service and maintenance report' },
      chart: 'table',
      by: ['day', 'dealerId'],
      measures: ['created', 'finished', 'late', 'reminders', 'cameRate', 'parts', 'labour', 'warranty', 'rating'],
    },
  },
});

/** Whether messages arrive and are read, by period, kind and channel. */
export const messageReport = defineStatistic({
  name: 'vehicleNews',
  route: 'vehicleNewsStatistics',
  base,
  filters: {
    kind: { as: f.dict('AppMessageKind', { label: { zh: '消息类型', en: 'Kind' } }) },
    channel: { as: f.dict('PushChannel', { label: { zh: '渠道', en: 'Channel' } }) },
  },
  sources: { push: { at: 'time', filters: same('kind', 'channel') } },
  measures: {
    targets: { label: { zh: '目标', en: 'Targets' }, source: 'push' },
    sent: { label: { zh: '已发送', en: 'Sent' }, source: 'push', value: { by: 'sum', of: 'sent' } },
    delivered: { label: { zh: '已送达', en: 'Delivered' }, source: 'push', value: { by: 'sum', of: 'delivered' } },
    deliveredRate: { label: { zh: '送达率', en: 'Delivered' }, ratio: ['delivered', 'sent'], kind: 'percent', better: 'more' },
    opened: { label: { zh: '已打开', en: 'Opened' }, source: 'push', value: { by: 'sum', of: 'opened' } },
    openedRate: { label: { zh: '打开率', en: 'Opened' }, ratio: ['opened', 'delivered'], kind: 'percent', better: 'more' },
    failed: { label: { zh: '失败', en: 'Failed' }, source: 'push', where: { 'status.eq': String(failed) }, better: 'less' },
    blocked: { label: { zh: '拦截', en: 'Blocked' }, source: 'push', where: { 'status.eq': String(blocked) } },
    delayMedian: {
      label: { zh: '报警消息延迟 P50', en: 'Alarm delay P50' },
      source: 'push',
      value: { by: 'median', of: 'alarmDelay' },
      unit: { zh: '秒', en: 's' },
      decimals: 0,
      better: 'less',
    },
    delay95: {
      label: { zh: '报警消息延迟 P95', en: 'Alarm delay P95' },
      source: 'push',
      value: { by: 'p95', of: 'alarmDelay' },
      unit: { zh: '秒', en: 's' },
      decimals: 0,
      better: 'less',
    },
  },
  dimensions: {
    kind: { label: { zh: '消息类型', en: 'Kind' }, as: f.dict('AppMessageKind') },
    channel: { label: { zh: '渠道', en: 'Channel' }, as: f.dict('PushChannel') },
    failCode: { label: { zh: '失败原因', en: 'Reason' }, as: f.text() },
  },
  cards: [],
  trend: { title: { zh: '消息', en: 'Messages over time' }, chart: 'lines', by: ['day'], measures: ['sent', 'delivered', 'opened'], line: 'deliveredRate' },
  groups: {
    call: 'vehicleNewsReasons',
    parts: { reason: { title: { zh: '失败原因', en: 'Reasons of failures' }, chart: 'bars', by: ['failCode'], measures: ['failed'], top: 20 } },
  },
  tables: {
    vehicleNews: {
      title: { zh: '车辆消息报表', en: 'Vehicle message report' },
      chart: 'table',
      by: ['day', 'kind', 'channel'],
      measures: ['targets', 'sent', 'delivered', 'deliveredRate', 'opened', 'openedRate', 'failed', 'blocked', 'delayMedian', 'delay95'],
    },
  },
});

