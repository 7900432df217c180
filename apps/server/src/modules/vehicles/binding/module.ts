import type { ServerModule } from '../../module.ts';
import { bindingAppCalls } from './app-calls.ts';
import { deliverMissed, keepReported } from './device-config.ts';
import { removeShareCall } from './remove-share.ts';

export const bindingModule: ServerModule = {
  calls: [...bindingAppCalls, removeShareCall],
  uplinks: { ready: deliverMissed, config: keepReported },
};
