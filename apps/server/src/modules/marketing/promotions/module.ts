import type { ServerModule } from '../../module.ts';
import { promotionCalls } from './calls.ts';
import { promotionHooks } from './hooks.ts';
import { promotionJobs } from './jobs.ts';

export const promotionModule: ServerModule = {
  calls: promotionCalls,
  hooks: { promotion: promotionHooks },
  jobs: promotionJobs,
};
