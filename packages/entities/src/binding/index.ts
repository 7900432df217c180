import { bindingLog } from './binding-log.ts';
import { unbindApplication } from './unbind-application.ts';
import { vehicleBinding } from './vehicle-binding.ts';

/** Entities of the domain: who owns or shares a vehicle, since when, and applications to unbind. A new one is added here, one line. */
export const bindingEntities = {
  vehicleBinding,
  bindingLog,
  unbindApplication,
} as const;
