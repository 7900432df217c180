import type { ServerModule } from '../module.ts';
import { fileCalls } from './calls.ts';
import { fileHooks } from './hooks.ts';
import { fileJobs } from './jobs.ts';

export const fileModule: ServerModule = { calls: fileCalls, hooks: { fileObject: fileHooks }, jobs: fileJobs };
