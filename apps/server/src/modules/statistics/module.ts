import type { ServerModule } from '../module.ts';
import { statisticsCalls } from './calls.ts';
import { buildLastDays, buildToday, forgetDays } from './days/build.ts';
import { noteOnline } from './days/online-peak.ts';
import { rebuildCall } from './days/rebuild.ts';
import { exploreCalls } from './explore/calls.ts';
import { explorationHooks } from './explore/hooks.ts';
import { statisticCalls } from './engine/calls.ts';
import { subscriptionCalls } from './subscriptions/calls.ts';
import { reportDeliveries } from './subscriptions/deliver.ts';
import { subscriptionHooks } from './subscriptions/hooks.ts';
import { reportSchedules } from './subscriptions/schedule.ts';
import { dashboardTopic, todoTopic } from './live-dashboard.ts';

export const statisticsModule: ServerModule = {
  calls: [...statisticsCalls, ...statisticCalls(), rebuildCall, ...subscriptionCalls, ...exploreCalls],
  hooks: { reportSubscription: subscriptionHooks, exploration: explorationHooks },
  topics: { dashboard: dashboardTopic, todo: todoTopic },
  works: [reportSchedules, reportDeliveries],
  jobs: [
    { name: 'statistics.lastDays', cron: '30 1 * * *', run: buildLastDays },
    { name: 'statistics.today', cron: '5 * * * *', run: buildToday },
    { name: 'statistics.online', cron: '*/5 * * * *', run: noteOnline },
    { name: 'statistics.forget', cron: '50 1 * * *', run: forgetDays },
  ],
};
