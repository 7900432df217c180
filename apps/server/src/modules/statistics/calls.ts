import { z } from 'zod';
import { holds } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { areaCounts } from './area-map.ts';
import { queryViewCall } from './queryview.ts';
import { summaryOf } from './summary.ts';
import { todoOf } from './todo.ts';
import { trendOf } from './trend.ts';

const mostDays = 366;
const mapCentre = { center: [121.4737, 31.2304], zoom: 11 } as const;
const mapBody = z.object({
  level: z.union([z.literal(1), z.literal(2)]).default(1),
  parentId: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
});

/** Calls of the dashboard, the named views, and the map's settings. */
export const statisticsCalls: Call[] = [
  defineCall('POST /stat/crm/dashboard/summary', {
    access: 'login',
    effect: 'reads',
    body: z.looseObject({}),
    summary: { zh: '首页指标', en: 'Dashboard numbers' },
    run: (ctx) => summaryOf(ctx),
  }),
  defineCall('POST /stat/crm/dashboard/trend', {
    access: 'login',
    effect: 'reads',
    body: z.object({ days: z.int().min(1).default(30) }),
    summary: { zh: '首页趋势', en: 'Dashboard trend' },
    run: async (ctx, { days }) => {
      if (days > mostDays) throw new AppError(8001);
      return trendOf(ctx, days);
    },
  }),
  defineCall('POST /stat/crm/dashboard/map', {
    access: 'login',
    effect: 'reads',
    body: mapBody,
    summary: { zh: '首页车辆分布', en: 'Vehicles by area' },
    run: async (ctx, { level, parentId }) => {
      if (!holds(ctx.user, 'vehicleManage.query')) throw new AppError(1003);
      return areaCounts(ctx, level, parentId);
    },
  }),
  defineCall('POST /stat/crm/dashboard/todo', {
    access: 'login',
    effect: 'reads',
    body: z.looseObject({}),
    summary: { zh: '首页待办', en: 'Dashboard to-do' },
    run: (ctx) => todoOf(ctx),
  }),
  queryViewCall,
  defineCall('GET /system/crm/config/map', {
    access: 'login',
    summary: { zh: '地图配置', en: 'Map settings' },
    run: async ({ app: { config } }) => ({
      ...(config.amapKey !== undefined && { amapKey: config.amapKey }),
      ...(config.mapTilesUrl !== undefined && { tilesUrl: config.mapTilesUrl }),
      ...(config.mapReviewNumber !== undefined && { reviewNumber: config.mapReviewNumber }),
      ...mapCentre,
    }),
  }),
];
