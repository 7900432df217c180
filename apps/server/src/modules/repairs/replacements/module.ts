import type { ServerModule } from '../../module.ts';
import { replacementCalls } from './calls.ts';
import { replacementHooks } from './hooks.ts';

export const replacementModule: ServerModule = {
  calls: replacementCalls,
  hooks: { replacementRecord: replacementHooks },
};
