import type { ServerModule } from '../../module.ts';
import { soundCalls } from './calls.ts';
import { soundHooks } from './hooks.ts';

export const soundModule: ServerModule = { calls: soundCalls, hooks: { soundEffect: soundHooks } };
