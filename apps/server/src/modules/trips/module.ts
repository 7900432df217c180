import type { ServerModule } from '../module.ts';
import { forgetActiveDays } from './active-days.ts';
import { mileageHooks, tripHooks } from './hooks.ts';
import { mileageCalls } from './mileage-calls.ts';
import { traceCalls } from './trace-calls.ts';
import { trackPoints } from './track-model.ts';
import { startTrips } from './worker.ts';
import { tripProofs } from './proofs.ts';

export const tripModule: ServerModule = {
  calls: [...traceCalls, ...mileageCalls],
  hooks: { trip: tripHooks, mileageDay: mileageHooks },
  models: { trackPoint: trackPoints },
  services: [startTrips],
  jobs: [{ name: 'trips.activeDays', cron: '30 1 * * *', run: ({ pool }) => forgetActiveDays(pool) }],
  proofs: tripProofs,
};
