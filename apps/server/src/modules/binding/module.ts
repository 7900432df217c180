import type { ServerModule } from '../module.ts';
import { bindingAppCalls } from './app-calls.ts';
import { deliverMissed, keepReported, withKey } from './device-config.ts';
import { removeShareCall } from './remove-share.ts';
import { bindingProofs } from './proofs.ts';

export const bindingModule: ServerModule = {
  calls: [...bindingAppCalls, removeShareCall],
  deviceKeys: withKey,
  uplinks: { ready: deliverMissed, config: keepReported },
  proofs: bindingProofs,
};
