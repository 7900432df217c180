import type { Call } from '../../http/call.ts';
import { registerTopic } from '../../http/live-stream.ts';
import { fleetCalls } from './fleet-calls.ts';
import { fleetTopic } from './live-fleet.ts';
import { vehicleTopic } from './live-vehicle.ts';
import { statusCall } from './status.ts';

/** Calls of the live fleet: states, map, list of an area. */
export const vehicleLiveCalls: Call[] = [statusCall, ...fleetCalls];

registerTopic('vehicle', vehicleTopic);
registerTopic('fleet', fleetTopic);
