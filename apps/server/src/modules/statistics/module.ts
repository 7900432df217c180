import type { ServerModule } from '../module.ts';
import { statisticsCalls } from './calls.ts';
import { dashboardTopic, todoTopic } from './live-dashboard.ts';

export const statisticsModule: ServerModule = {
  calls: statisticsCalls,
  topics: { dashboard: dashboardTopic, todo: todoTopic },
};
