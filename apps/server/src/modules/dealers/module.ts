import type { ServerModule } from '../module.ts';
import { dealerAppCalls } from './app-calls.ts';
import { dealerCalls } from './calls.ts';
import { dealerChoiceCalls } from './choice-calls.ts';
import { dealerHooks } from './hooks.ts';
import { dealerJobs } from './jobs.ts';

export const dealerModule: ServerModule = {
  calls: [...dealerCalls, ...dealerChoiceCalls, ...dealerAppCalls],
  hooks: { dealer: dealerHooks },
  jobs: dealerJobs,
};
