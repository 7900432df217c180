import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** Measures and dimensions of one question: more are no picture. */
export const exploreLimits = { measures: 6, dimensions: 2 } as const;

/** How a question is drawn: `auto` by its dimensions. */
export const exploreCharts = ['auto', 'lines', 'stacked', 'bars', 'pareto', 'map', 'matrix', 'table'] as const;
export type ExploreChart = (typeof exploreCharts)[number];

const knownChart = ({ chart }: Row): Issue | undefined =>
  exploreCharts.some((one) => one === chart)
    ? undefined
    : { field: 'chart', text: { zh: '没有这种图表', en: 'No such chart' } };

/**
 * Saved exploration 探索分析: measures of one statistic by dimensions, under a name. It belongs to whoever made it, and may be shared with roles: who
 * opens it sees numbers of their own data scope, if they may see the statistic.
 */
export const exploration = defineEntity({
  name: 'exploration',
  table: 'stat_exploration',
  domain: 'statistics',
  label: { zh: '探索分析', en: 'Exploration' },
  base: '/stat/crm/exploration',
  page: 'exploreStatistics',
  open: ['list', 'detail', 'add', 'update', 'batchDelete'],
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    ownerId: f.ref('sysUser', { readonly: true, index: true, cascade: true, label: { zh: '所有者', en: 'Owner' } }),
    name: f.text({ required: true, min: 1, max: 40, label: { zh: '名称', en: 'Name' } }),
    statistic: f.text({
      required: true,
      max: 40,
      pattern: /^[A-Za-z]{1,40}$/,
      fixed: true,
      index: true,
      label: { zh: '统计', en: 'Statistic' },
    }),
    measures: f.tags({
      required: true,
      min: 1,
      max: exploreLimits.measures,
      label: { zh: '指标', en: 'Measures' },
    }),
    dimensions: f.tags({ max: exploreLimits.dimensions, label: { zh: '维度', en: 'Dimensions' } }),
    filters: f.json({
      label: { zh: '筛选条件', en: 'Filters' },
      help: { zh: '该统计的筛选条件，不含日期', en: 'Filters of the statistic, without days' },
    }),
    period: f.dict('ReportPeriod', {
      required: true,
      default: codes.ReportPeriod.last30,
      label: { zh: '统计期间', en: 'Period' },
    }),
    chart: f.text({
      required: true,
      max: 10,
      pattern: /^[a-z]{1,10}$/,
      default: 'auto',
      label: { zh: '图表', en: 'Chart' },
    }),
    roleIds: f.refMany('sysRole', {
      max: 20,
      label: { zh: '共享给角色', en: 'Shared with roles' },
      help: {
        zh: '这些角色的人看到自己数据范围内的数字，且须有该统计的查看权限',
        en: 'People of these roles see numbers of their own data scope, if they may see the statistic',
      },
    }),
  },
  list: {
    columns: ['name', 'statistic', 'measures', 'dimensions', 'period', 'roleIds', 'ownerId', 'updateTime'],
    also: ['filters', 'chart'],
    filters: { statistic: 'eq' },
    order: 'createTime asc',
  },
  form: [
    {
      title: { zh: '探索分析', en: 'Exploration' },
      fields: ['name', 'statistic', 'measures', 'dimensions', 'filters', 'chart', 'period', 'roleIds'],
    },
  ],
  rules: [knownChart],
});
