import type { ServerModule } from '../../module.ts';
import { vehicleCalls } from './calls.ts';
import { countResets, keepConfig } from './ecus.ts';
import { seriesHooks, typeHooks, vehicleHooks } from './hooks.ts';
import { vehicleJobs } from './jobs.ts';

export const vehicleModule: ServerModule = {
  calls: vehicleCalls,
  hooks: { vehicle: vehicleHooks, vehicleSeries: seriesHooks, vehicleType: typeHooks },
  uplinks: { config: keepConfig, ready: countResets },
  jobs: vehicleJobs,
};
