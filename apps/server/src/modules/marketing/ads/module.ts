import type { ServerModule } from '../../module.ts';
import { adCalls } from './calls.ts';
import { advertisementHooks } from './hooks.ts';
import { adJobs } from './jobs.ts';

export const adModule: ServerModule = {
  calls: adCalls,
  hooks: { advertisement: advertisementHooks },
  jobs: adJobs,
};
