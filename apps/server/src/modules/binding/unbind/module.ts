import type { ServerModule } from '../../module.ts';
import { unbindAppCalls } from './app-calls.ts';
import { unbindCalls } from './calls.ts';
import { applicationHooks } from './hooks.ts';
import { unbindJobs } from './jobs.ts';

export const unbindModule: ServerModule = {
  calls: [...unbindCalls, ...unbindAppCalls],
  hooks: { unbindApplication: applicationHooks },
  jobs: unbindJobs,
};
