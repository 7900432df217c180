import type { ServerModule } from '../module.ts';
import { otaCalls } from './calls.ts';
import { firmwareCalls } from './firmware/calls.ts';
import { firmwareHooks } from './firmware/hooks.ts';
import { firmwareOldHooks } from './firmware/old-hooks.ts';
import { appVersionHooks } from './hooks.ts';
import { otaJobs } from './jobs.ts';

/** Versions of the owners' app, and of the firmware of vehicles. */
export const otaModule: ServerModule = {
  calls: [...otaCalls, ...firmwareCalls],
  hooks: { appVersion: appVersionHooks, firmware: firmwareHooks, firmwareOld: firmwareOldHooks },
  jobs: otaJobs,
};
