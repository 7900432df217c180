import type { ServerModule } from '../../module.ts';
import { sapCalls } from './calls.ts';
import { sapImport } from './job.ts';

export const sapModule: ServerModule = { calls: sapCalls, jobs: [sapImport] };
