import type { ServerModule } from '../module.ts';
import { statisticsCalls } from './calls.ts';
import { buildLastDays, buildToday, forgetDays } from './days/build.ts';
import { noteOnline } from './days/online-peak.ts';
import { rebuildCall } from './days/rebuild.ts';
import { statisticCalls } from './engine/calls.ts';
import { dashboardTopic, todoTopic } from './live-dashboard.ts';

export const statisticsModule: ServerModule = {
  calls: [...statisticsCalls, ...statisticCalls(), rebuildCall],
  topics: { dashboard: dashboardTopic, todo: todoTopic },
  jobs: [
    { name: 'statistics.lastDays', cron: '30 1 * * *', run: buildLastDays },
    { name: 'statistics.today', cron: '5 * * * *', run: buildToday },
    { name: 'statistics.online', cron: '*/5 * * * *', run: noteOnline },
    { name: 'statistics.forget', cron: '50 1 * * *', run: forgetDays },
  ],
};
