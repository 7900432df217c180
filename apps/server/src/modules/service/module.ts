import type { ServerModule } from '../module.ts';
import { serviceAccountCalls } from './calls.ts';
import { serviceAccountHooks, serviceAccountLogHooks } from './hooks.ts';

export const serviceModule: ServerModule = {
  calls: serviceAccountCalls,
  hooks: { serviceAccount: serviceAccountHooks, serviceAccountLog: serviceAccountLogHooks },
};
