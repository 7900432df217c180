import type { ServerModule } from '../module.ts';
import { callback } from './callback.ts';
import { simCardCalls } from './card-calls.ts';
import { simCardHooks } from './card-hooks.ts';
import { simFlowCalls } from './flow-calls.ts';
import { simJobs } from './jobs.ts';
import { simOperationCalls } from './operation-calls.ts';
import { simOperationHooks } from './operation-hooks.ts';
import { simOperationReview } from './review.ts';
import { simSweeps } from './sweep.ts';
import { startSimSync } from './sync.ts';
import { simOperations } from './work.ts';
import { simProofs } from './proofs.ts';

export const simModule: ServerModule = {
  calls: [...simCardCalls, ...simOperationCalls, ...simFlowCalls, callback],
  hooks: { simCard: simCardHooks, simOperation: simOperationHooks },
  reviews: { simOperation: simOperationReview },
  jobs: simJobs,
  services: [startSimSync],
  works: [simOperations, simSweeps],
  proofs: simProofs,
};
