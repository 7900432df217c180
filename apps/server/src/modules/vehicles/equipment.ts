import { registerHooks } from '../../entity/hooks.ts';
import type { Call } from '../../http/call.ts';
import type { Job } from '../job.ts';
import { batteryCalls } from './batteries/calls.ts';
import { batteryBindingHooks, batteryHooks, batteryPendingHooks } from './batteries/hooks.ts';
import { batteryJobs } from './batteries/jobs.ts';
import { followParts } from './vehicle/ecus.ts';
import { imageCalls } from './images/calls.ts';
import { imageHooks } from './images/hooks.ts';
import { sapCalls } from './sap/calls.ts';
import { sapImport } from './sap/job.ts';
import { soundCalls } from './sounds/calls.ts';
import { registerSoundHooks } from './sounds/hooks.ts';
import { virtualCalls, virtualExpiry } from './virtual/calls.ts';
import { virtualHooks } from './virtual/hooks.ts';
import { xpCalls, xpHooks, xpSync } from './xp/calls.ts';

/** Batteries, parts, sounds, pictures, virtual vehicles, and vehicles of other systems: their calls, jobs and behaviour. */
export const equipmentCalls: readonly Call[] = [
  ...batteryCalls,
  ...soundCalls,
  ...imageCalls,
  ...virtualCalls,
  ...xpCalls,
  ...sapCalls,
];
export const equipmentJobs: readonly Job[] = [...batteryJobs, virtualExpiry, xpSync, sapImport];

export function registerEquipmentHooks(): void {
  registerHooks('battery', batteryHooks);
  registerHooks('batteryPending', batteryPendingHooks);
  registerHooks('batteryBinding', batteryBindingHooks);
  registerHooks('vehicleImage', imageHooks);
  registerSoundHooks(registerHooks);
  registerHooks('virtualVin', virtualHooks);
  registerHooks('vehicleXp', xpHooks);
  followParts();
}
