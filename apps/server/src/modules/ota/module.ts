import type { ServerModule } from '../module.ts';
import { otaCalls } from './calls.ts';
import { appVersionHooks } from './hooks.ts';
import { otaJobs } from './jobs.ts';

/** Versions of the owners' app. */
export const otaModule: ServerModule = {
  calls: otaCalls,
  hooks: { appVersion: appVersionHooks },
  jobs: otaJobs,
};
