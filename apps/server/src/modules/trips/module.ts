import type { ServerModule } from '../module.ts';
import { mileageHooks, tripHooks } from './hooks.ts';
import { mileageCalls } from './mileage-calls.ts';
import { traceCalls } from './trace-calls.ts';
import { trackPoints } from './track-model.ts';
import { startTrips } from './worker.ts';

export const tripModule: ServerModule = {
  calls: [...traceCalls, ...mileageCalls],
  hooks: { trip: tripHooks, mileageDay: mileageHooks },
  models: { trackPoint: trackPoints },
  services: [startTrips],
};
