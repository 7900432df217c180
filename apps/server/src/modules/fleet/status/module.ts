import type { ServerModule } from '../../module.ts';
import { vehicleTopic } from './live.ts';
import { statusCall } from './status.ts';

export const statusModule: ServerModule = { calls: [statusCall], topics: { vehicle: vehicleTopic } };
