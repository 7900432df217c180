import type { ServerModule } from '../../module.ts';
import { xpCalls, xpHooks, xpSync } from './calls.ts';

export const xpModule: ServerModule = { calls: xpCalls, hooks: { vehicleXp: xpHooks }, jobs: [xpSync] };
