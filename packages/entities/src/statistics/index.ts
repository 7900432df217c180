import { reportSubscription } from './report-subscription.ts';

export const statisticsEntities = { reportSubscription } as const;
