import type { ServerModule } from '../../module.ts';
import { diagnosticsTopic } from './diagnostics.ts';
import { deviceJobs } from './jobs.ts';
import { deviceCalls } from './report.ts';

export const deviceModule: ServerModule = {
  calls: deviceCalls,
  topics: { diagnostics: diagnosticsTopic },
  jobs: deviceJobs,
};
