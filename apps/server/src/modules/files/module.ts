import type { ServerModule } from '../module.ts';
import { fileCalls } from './calls.ts';
import { fileJobs } from './jobs.ts';

export const fileModule: ServerModule = { calls: fileCalls, jobs: fileJobs };
