import type { ServerModule } from '../module.ts';
import { stockLog } from './stock/calls.ts';
import { prizeHooks } from './stock/hooks.ts';
import { trackCalls } from './express/service.ts';
import { winningAppCalls } from './winnings/app-calls.ts';
import { winningCalls } from './winnings/calls.ts';
import { winningCargo } from './winnings/cargo.ts';
import { winningHooks } from './winnings/hooks.ts';
import { winningJobs } from './winnings/jobs.ts';
import { winnersToTell } from './winnings/tell.ts';
import { prizeProofs } from './proofs.ts';

export const prizeModule: ServerModule = {
  calls: [stockLog, ...winningCalls, ...winningAppCalls, ...trackCalls(winningCargo)],
  hooks: { prize: prizeHooks, winningRecord: winningHooks },
  jobs: winningJobs,
  works: [winnersToTell],
  proofs: prizeProofs,
};
