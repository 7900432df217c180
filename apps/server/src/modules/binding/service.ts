/** What other modules may use of bindings of owners and vehicles. */
export { bindingOf } from './bind.ts';
export { desireConfig, forgetReported } from './device-config.ts';

export { resetKeys } from './reset-keys.ts';
export { endSharesWith, unbindVehicle } from './unbind.ts';
