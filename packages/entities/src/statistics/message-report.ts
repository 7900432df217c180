import { codes } from '../codes.ts';
import { f } from '../fields.ts';
import { defineStatistic } from './define.ts';
import { same } from './filters.ts';

const { failed, blocked } = codes.PushStatus;

/** Whether messages arrive and are read, by period, kind and channel. */
export const messageReport = defineStatistic({
  name: 'vehicleNews',
  route: 'vehicleNewsStatistics',
  base: '/stat/crm/report',
  filters: {
    kind: { as: f.dict('AppMessageKind', { label: { zh: '消息类型', en: 'Kind' } }) },
    channel: { as: f.dict('PushChannel', { label: { zh: '渠道', en: 'Channel' } }) },
  },
  sources: { push: { at: 'time', filters: same('kind', 'channel') } },
  measures: {
    targets: { label: { zh: '目标', en: 'Targets' }, source: 'push' },
    sent: { label: { zh: '已发送', en: 'Sent' }, source: 'push', value: { by: 'sum', of: 'sent' } },
    delivered: { label: { zh: '已送达', en: 'Delivered' }, source: 'push', value: { by: 'sum', of: 'delivered' } },
    deliveredRate: {
      label: { zh: '送达率', en: 'Delivery rate' },
      ratio: ['delivered', 'sent'],
      kind: 'percent',
      better: 'more',
    },
    opened: { label: { zh: '已打开', en: 'Opened' }, source: 'push', value: { by: 'sum', of: 'opened' } },
    openedRate: {
      label: { zh: '打开率', en: 'Open rate' },
      ratio: ['opened', 'delivered'],
      kind: 'percent',
      better: 'more',
    },
    failed: {
      label: { zh: '失败', en: 'Failed' },
      source: 'push',
      where: { 'status.eq': String(failed) },
      better: 'less',
    },
    blocked: { label: { zh: '拦截', en: 'Blocked' }, source: 'push', where: { 'status.eq': String(blocked) } },
    delayMedian: {
      label: { zh: '报警消息延迟P50', en: 'Alarm delay P50' },
      source: 'push',
      value: { by: 'median', of: 'alarmDelay' },
      unit: { zh: '秒', en: 's' },
      decimals: 0,
      better: 'less',
    },
    delay95: {
      label: { zh: '报警消息延迟P95', en: 'Alarm delay P95' },
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
  trend: {
    title: { zh: '消息', en: 'Messages over time' },
    chart: 'lines',
    by: ['day'],
    measures: ['sent', 'delivered', 'opened'],
    line: 'deliveredRate',
  },
  groups: {
    call: 'vehicleNewsReasons',
    parts: {
      reason: {
        title: { zh: '失败原因', en: 'Reasons of failures' },
        chart: 'bars',
        by: ['failCode'],
        measures: ['failed'],
        top: 20,
      },
    },
  },
  tables: {
    vehicleNews: {
      title: { zh: '车辆消息报表', en: 'Vehicle message report' },
      chart: 'table',
      by: ['day', 'kind', 'channel'],
      measures: [
        'targets',
        'sent',
        'delivered',
        'deliveredRate',
        'opened',
        'openedRate',
        'failed',
        'blocked',
        'delayMedian',
        'delay95',
      ],
    },
  },
});
