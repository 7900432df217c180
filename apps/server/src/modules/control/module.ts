import type { ServerModule } from '../module.ts';
import { takeUplinks } from './answers.ts';
import { controlCalls } from './calls.ts';
import { debugCalls } from './debug/calls.ts';
import { takeLogs } from './debug/logs.ts';
import { debugCommandHooks } from './hooks.ts';
import { controlJobs } from './jobs.ts';
import { controlTopics } from './live.ts';
import { outsideControlCalls } from './outside-calls.ts';
import { startCommandSweep } from './sweep.ts';

export const controlModule: ServerModule = {
  calls: [...controlCalls, ...debugCalls, ...outsideControlCalls],
  hooks: { debugCommand: debugCommandHooks },
  topics: controlTopics,
  uplinks: { cmd: takeUplinks, log: takeLogs },
  jobs: controlJobs,
  services: [startCommandSweep],
};
