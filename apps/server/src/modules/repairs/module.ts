import type { ServerModule } from '../module.ts';
import { repairAppCalls } from './app-calls.ts';
import { repairCalls } from './calls.ts';
import { repairHooks } from './hooks.ts';
import { repairJobs } from './jobs.ts';
import { repairReview } from './review.ts';

export const repairModule: ServerModule = {
  calls: [...repairCalls, ...repairAppCalls],
  hooks: { repairOrder: repairHooks },
  reviews: { repairOrder: repairReview },
  jobs: repairJobs,
};
