import type { ServerModule } from '../module.ts';
import { sapCalls, sapSearch } from './calls.ts';
import { sapImport } from './job.ts';

export const sapModule: ServerModule = {
  calls: sapCalls,
  // Asks SAP as the page does.
  models: { sapVehicle: sapSearch },
  jobs: [sapImport],
};
