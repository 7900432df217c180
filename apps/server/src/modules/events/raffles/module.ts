import type { ServerModule } from '../../module.ts';
import { raffleCalls } from './calls.ts';
import { raffleHooks } from './hooks.ts';
import { raffleJobs } from './jobs.ts';
import { raffleReview } from './review.ts';

export const raffleModule: ServerModule = {
  calls: raffleCalls,
  hooks: { raffleActivity: raffleHooks },
  jobs: raffleJobs,
  reviews: { raffleActivity: raffleReview },
};
