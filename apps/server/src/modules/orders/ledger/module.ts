import type { ServerModule } from '../../module.ts';
import { ledgerCalls } from './calls.ts';
import { ledgerDay } from './count.ts';
import { watchLedger } from './watch.ts';
import { ledgerProofs } from './proofs.ts';

export const ledgerModule: ServerModule = {
  calls: ledgerCalls,
  jobs: [ledgerDay],
  services: [watchLedger],
  proofs: ledgerProofs,
};
