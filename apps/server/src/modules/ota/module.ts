import { entityNamed } from '@wheelhouse/entities/registry';
import { progressTopic } from '../messages/service.ts';
import type { ServerModule } from '../module.ts';
import { otaCalls } from './calls.ts';
import { firmwareCalls } from './firmware/calls.ts';
import { firmwareHooks } from './firmware/hooks.ts';
import { firmwareReview } from './firmware/review.ts';
import { firmwareOldHooks } from './firmware/old-hooks.ts';
import { appVersionHooks } from './hooks.ts';
import { otaJobs } from './jobs.ts';
import { otaTaskCalls } from './tasks/calls.ts';
import { otaExecutionHooks } from './tasks/executions.ts';
import { otaTaskReview } from './tasks/review.ts';
import { otaTaskHooks } from './tasks/hooks.ts';
import { otaExecutionOldHooks, otaTaskOldCalls } from './tasks/old/calls.ts';
import { otaTaskOldHooks } from './tasks/old/hooks.ts';
import { takeOtaUplinks } from './tasks/reports.ts';
import { startOtaWork } from './tasks/work.ts';
import { otaProofs } from './proofs.ts';

/** Versions of the owners' app and of the firmware of vehicles, and the tasks that bring it to them. */
export const otaModule: ServerModule = {
  calls: [...otaCalls, ...firmwareCalls, ...otaTaskCalls, ...otaTaskOldCalls],
  hooks: {
    appVersion: appVersionHooks,
    firmware: firmwareHooks,
    firmwareOld: firmwareOldHooks,
    otaTask: otaTaskHooks,
    otaTaskOld: otaTaskOldHooks,
    otaExecution: otaExecutionHooks,
    otaExecutionOld: otaExecutionOldHooks,
  },
  reviews: { firmware: firmwareReview, otaTask: otaTaskReview },
  topics: { otaTask: progressTopic(entityNamed('otaTask')), otaTaskOld: progressTopic(entityNamed('otaTaskOld')) },
  uplinks: { ota: takeOtaUplinks },
  jobs: otaJobs,
  services: [startOtaWork],
  proofs: otaProofs,
};
