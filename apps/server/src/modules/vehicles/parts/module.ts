import type { ServerModule } from '../../module.ts';
import { partCalls } from './calls.ts';
import { replacementHooks } from './hooks.ts';

export const partModule: ServerModule = {
  calls: partCalls,
  hooks: { replacementRecord: replacementHooks },
};
