import type { ServerModule } from '../module.ts';
import { statisticsCalls } from './calls.ts';
import { statisticCalls } from './engine/calls.ts';
import { dashboardTopic, todoTopic } from './live-dashboard.ts';

export const statisticsModule: ServerModule = {
  calls: [...statisticsCalls, ...statisticCalls()],
  topics: { dashboard: dashboardTopic, todo: todoTopic },
};
