import type { ServerModule } from '../module.ts';
import { bluetoothAppCalls } from './app-calls.ts';
import { bluetoothCalls } from './calls.ts';
import { bluetoothInfoHooks } from './hooks.ts';
import { bluetoothJobs } from './jobs.ts';
import { bluetoothSetupCalls } from './setup-calls.ts';
import { sendAtContact, setupsToSend } from './setup-sync.ts';
import { bluetoothSetupHooks } from './setup.ts';

export const bluetoothModule: ServerModule = {
  calls: [...bluetoothCalls, ...bluetoothAppCalls, ...bluetoothSetupCalls],
  hooks: { bluetoothInfo: bluetoothInfoHooks, bluetoothSetup: bluetoothSetupHooks },
  jobs: bluetoothJobs,
  uplinks: { ready: sendAtContact },
  works: [setupsToSend],
};
