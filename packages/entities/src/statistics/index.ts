import { exploration } from './exploration.ts';
import { reportSubscription } from './report-subscription.ts';

export const statisticsEntities = { reportSubscription, exploration } as const;
