import type { ServerModule } from '../../module.ts';
import { imageCalls } from './calls.ts';
import { imageHooks } from './hooks.ts';

export const imageModule: ServerModule = { calls: imageCalls, hooks: { vehicleImage: imageHooks } };
