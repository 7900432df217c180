import type { ServerModule } from '../../module.ts';
import { fleetCalls } from './calls.ts';
import { fleetTopic } from './live.ts';

export const fleetModule: ServerModule = { calls: fleetCalls, topics: { fleet: fleetTopic } };
