import type { ServerModule } from '../../module.ts';
import { shareAppCalls } from './app-calls.ts';
import { shareHooks } from './hooks.ts';
import { shareJobs } from './jobs.ts';
import { shareStatistics } from './statistics.ts';
import { visit } from './visits.ts';

export const shareModule: ServerModule = {
  calls: [...shareAppCalls, ...shareStatistics, visit],
  hooks: { shareRecord: shareHooks },
  jobs: shareJobs,
};
