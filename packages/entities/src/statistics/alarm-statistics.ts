import { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { machines } from '../machines.ts';
import { defineStatistic } from './define.ts';
import { clockDimensions, commonFilters, same } from './filters.ts';

const { handled, ignored, autoClosed } = machines['SM-Alarm'].states;
const closed = { 'handleStatus.in': [handled, ignored, autoClosed].join() };
const byPeople = { 'handleStatus.eq': String(handled) };
const minutes = { zh: '分钟', en: 'min' };

/** How many alarms there are, of what, where and when, and how they are handled (catalogue 11, §3). */
export const alarmStatistics = defineStatistic({
  name: 'alarm',
  route: 'alarmStatistics',
  base: '/stat/crm/alarm',
  filters: {
    ...commonFilters,
    alarmClass: { as: f.dict('AlarmClass') },
    alarmType: { as: f.dict('AlarmType') },
    level: { as: f.dict('AlarmLevel'), by: 'in' },
  },
  sources: {
    alarm: {
      entity: 'alarm',
      list: { route: 'alarmManage' },
      at: 'firstTime',
      where: { 'suppressed.eq': '0' },
      filters: {
        ...same('seriesId', 'vehicleTypeId', 'dealerId', 'alarmClass', 'alarmType', 'level'),
        cityId: 'cityCode',
      },
    },
    activeDay: { at: 'day', filters: same('seriesId', 'vehicleTypeId', 'dealerId', 'cityId') },
    log: {
      at: 'time',
      filters: {
        ...same('seriesId', 'vehicleTypeId', 'dealerId', 'alarmClass', 'alarmType', 'level'),
        cityId: 'cityCode',
      },
    },
  },
  measures: {
    alarms: { label: { zh: '报警数', en: 'Alarms' }, source: 'alarm', better: 'less' },
    vehicles: {
      label: { zh: '报警车辆', en: 'Vehicles with alarms' },
      source: 'alarm',
      value: { by: 'distinct', of: 'vehicleId' },
      better: 'less',
    },
    activeDays: { label: { zh: '活跃车日', en: 'Active vehicle days' }, source: 'activeDay' },
    perHundred: {
      label: { zh: '每百活跃车日报警', en: 'Alarms per 100 active vehicle days' },
      ratio: ['alarms', 'activeDays'],
      times: 100,
      decimals: 2,
      better: 'less',
    },
    closed: { label: { zh: '已处理', en: 'Closed' }, source: 'alarm', where: closed },
    closedRate: {
      label: { zh: '处理率', en: 'Closing rate' },
      help: { zh: '已处理、已忽略和自动关闭', en: 'Handled, ignored and closed by the system' },
      ratio: ['closed', 'alarms'],
      kind: 'percent',
      better: 'more',
    },
    handled: { label: { zh: '人工处理', en: 'Handled by people' }, source: 'alarm', where: byPeople },
    onTime: {
      label: { zh: '及时处理', en: 'Handled in time' },
      source: 'alarm',
      where: { ...byPeople, 'onTime.eq': '1' },
    },
    onTimeRate: {
      label: { zh: '及时率', en: 'In time' },
      help: {
        zh: '紧急30分钟、严重24小时、其他72小时内',
        en: 'Critical in 30 minutes, major in 24 hours, others in 72 hours',
      },
      ratio: ['onTime', 'handled'],
      kind: 'percent',
      better: 'more',
    },
    handleMinutes: {
      label: { zh: '平均处理时长', en: 'Average handling time' },
      source: 'alarm',
      where: byPeople,
      value: { by: 'average', of: 'handleMinutes' },
      unit: minutes,
      decimals: 1,
      better: 'less',
    },
    falseAlarms: {
      label: { zh: '误报', en: 'False alarms' },
      source: 'alarm',
      where: { 'handleStatus.eq': String(ignored), 'ignoreReason.eq': codes.AlarmIgnoreReason.falseAlarm.toString() },
    },
    falseRate: {
      label: { zh: '误报率', en: 'False alarm rate' },
      help: { zh: '占已处理报警', en: 'Of closed alarms' },
      ratio: ['falseAlarms', 'closed'],
      kind: 'percent',
      better: 'less',
    },
    claims: { label: { zh: '领取', en: 'Claimed' }, source: 'log', where: { 'action.eq': 'claim' } },
    reopened: { label: { zh: '重新打开', en: 'Reopened' }, source: 'log', where: { 'action.eq': 'reopen' } },
  },
  dimensions: {
    alarmClass: { label: { zh: '大类', en: 'Class' }, as: f.dict('AlarmClass') },
    alarmType: { label: { zh: '类型', en: 'Type' }, as: f.dict('AlarmType') },
    level: { label: { zh: '级别', en: 'Level' }, as: f.dict('AlarmLevel'), all: true },
    handleStatus: { label: { zh: '处理状态', en: 'State' }, as: f.dict('AlarmHandleStatus'), all: true },
    ...clockDimensions,
    city: { label: { zh: '城市', en: 'City' }, as: f.area(2), column: 'cityCode' },
    handler: { label: { zh: '处理人', en: 'Handler' }, as: f.ref('sysUser'), column: 'handlerId' },
  },
  cards: ['alarms', 'vehicles', 'perHundred', 'closedRate', 'onTimeRate', 'handleMinutes', 'falseRate'],
  trend: {
    title: { zh: '报警趋势', en: 'Alarms over time' },
    chart: 'stacked',
    by: ['day', 'alarmClass'],
    measures: ['alarms'],
    line: 'closedRate',
  },
  groups: {
    call: 'dist',
    parts: {
      type: {
        title: { zh: '报警类型', en: 'Types' },
        chart: 'bars',
        by: ['alarmType'],
        measures: ['alarms', 'vehicles'],
        top: 10,
      },
      level: {
        title: { zh: '级别与处理状态', en: 'Levels and states' },
        chart: 'matrix',
        by: ['level', 'handleStatus'],
        measures: ['alarms'],
      },
      hour: {
        title: { zh: '发生时段', en: 'Weekday and hour' },
        chart: 'heat',
        by: ['weekday', 'hour'],
        measures: ['alarms'],
      },
      city: { title: { zh: '城市', en: 'Cities' }, chart: 'map', by: ['city'], measures: ['alarms', 'vehicles'] },
    },
  },
  tables: {
    handler: {
      title: { zh: '处理人', en: 'Handlers' },
      chart: 'table',
      by: ['handler'],
      measures: ['handled', 'claims', 'handleMinutes', 'onTimeRate', 'reopened'],
    },
  },
});
