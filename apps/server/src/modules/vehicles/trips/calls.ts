import type { Call } from '../../../http/call.ts';
import { mileageCalls } from './mileage-calls.ts';
import { traceCalls } from './trace-calls.ts';

/** Calls of trips, traces and mileage. */
export const tripCalls: readonly Call[] = [...traceCalls, ...mileageCalls];
