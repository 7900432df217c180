import type { Call } from '../../http/call.ts';
import { registerTopic } from '../../http/live-stream.ts';
import { fleetCalls } from './fleet/calls.ts';
import { fleetTopic } from './fleet/live.ts';
import { vehicleTopic } from './status/live.ts';
import { statusCall } from './status/status.ts';

/** Calls of the live fleet: states, map, list of an area. */
export const vehicleLiveCalls: Call[] = [statusCall, ...fleetCalls];

registerTopic('vehicle', vehicleTopic);
registerTopic('fleet', fleetTopic);
