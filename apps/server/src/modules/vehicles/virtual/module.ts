import type { ServerModule } from '../../module.ts';
import { virtualCalls, virtualExpiry } from './calls.ts';
import { virtualHooks } from './hooks.ts';

export const virtualModule: ServerModule = {
  calls: virtualCalls,
  hooks: { virtualVin: virtualHooks },
  jobs: [virtualExpiry],
};
