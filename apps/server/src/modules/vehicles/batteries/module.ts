import type { ServerModule } from '../../module.ts';
import { batteryCalls } from './calls.ts';
import { batteryBindingHooks, batteryHooks, batteryPendingHooks } from './hooks.ts';
import { batteryJobs } from './jobs.ts';
import { batterySnapshots } from './snapshot-model.ts';
import { batteryProofs } from './proofs.ts';

export const batteryModule: ServerModule = {
  calls: batteryCalls,
  hooks: { battery: batteryHooks, batteryPending: batteryPendingHooks, batteryBinding: batteryBindingHooks },
  models: { batterySnapshot: batterySnapshots },
  jobs: batteryJobs,
  proofs: batteryProofs,
};
