import type { ServerModule } from '../module.ts';
import { proofCalls } from './calls.ts';
import { proofNight, proofRuns } from './nightly.ts';
import { ownProofs } from './proofs.ts';
import { watchProofs } from './watch.ts';

export const proofModule: ServerModule = {
  calls: proofCalls,
  jobs: [proofNight],
  works: [proofRuns],
  services: [watchProofs],
  proofs: ownProofs,
};
