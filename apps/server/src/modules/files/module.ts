import type { ServerModule } from '../module.ts';
import { fileCalls } from './calls.ts';
import { fileHooks } from './hooks.ts';
import { fileJobs } from './jobs.ts';
import { resumableCalls } from './resumable-calls.ts';
import { fileProofs } from './proofs.ts';

export const fileModule: ServerModule = {
  calls: [...fileCalls, ...resumableCalls],
  hooks: { fileObject: fileHooks },
  jobs: fileJobs,
  proofs: fileProofs,
};
