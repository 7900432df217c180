import type { ListQuery } from '@wheelhouse/contract/list-query';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { readQuery } from '../../../entity/query.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { checkRange, type DayRange } from '../../../http/day-range.ts';
import { form } from '../../../http/kit.ts';
import { metricsOf, rankOf, trendOf } from './metrics.ts';
import { mostDays, periodBefore, periodOf } from './period.ts';

const entity = entityNamed('themeRevenue');
const access = 'revenueManage.query';
const [usualThemes, mostThemes] = [10, 50];

interface Asked {
  readonly query: ListQuery;
  readonly period: DayRange;
}

/** What is asked about, and when it was. @throws AppError 1001, 1012 longer than a year */
function read(ctx: CallContext, given: Readonly<Record<string, unknown>> = {}): Asked {
  const query = readQuery(ctx, entity, { query: given });
  const period = periodOf(query);
  checkRange(period, { days: mostDays });
  return { query, period };
}

const summary = defineCall('POST /order/crm/themeRevenue/summary', {
  access,
  effect: 'reads',
  body: z.object({ query: form.optional() }),
  summary: { zh: '主题收益指标', en: 'Metrics of theme revenue' },
  async run(ctx, { query: given }) {
    const { query, period } = read(ctx, given);
    const previous = await metricsOf(ctx, query, periodBefore(period));
    return { ...(await metricsOf(ctx, query, period)), previous };
  },
});

const trend = defineCall('POST /order/crm/themeRevenue/trend', {
  access,
  effect: 'reads',
  body: z.object({ query: form.optional(), granularity: z.enum(['day', 'week', 'month']) }),
  summary: { zh: '主题收益趋势', en: 'Trend of theme revenue' },
  async run(ctx, { query: given, granularity }) {
    const { query, period } = read(ctx, given);
    return { list: await trendOf(ctx, query, period, granularity) };
  },
});

const rank = defineCall('POST /order/crm/themeRevenue/rank', {
  access,
  effect: 'reads',
  body: z.object({ query: form.optional(), topN: z.int().min(1).max(mostThemes).default(usualThemes) }),
  summary: { zh: '主题收益排行', en: 'Themes by revenue' },
  async run(ctx, { query: given, topN }) {
    const { query, period } = read(ctx, given);
    return rankOf(ctx, query, period, topN);
  },
});

export const revenueCalls: readonly Call[] = [summary, trend, rank];
