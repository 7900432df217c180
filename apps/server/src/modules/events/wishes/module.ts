import type { ServerModule } from '../../module.ts';
import { wishAppCalls } from './app-calls.ts';
import { wishCalls } from './calls.ts';
import { wishHooks } from './hooks.ts';
import { wishJobs } from './jobs.ts';
import { wishProofs } from './proofs.ts';

export const wishModule: ServerModule = {
  calls: [...wishCalls, ...wishAppCalls],
  hooks: { wish: wishHooks },
  jobs: wishJobs,
  proofs: wishProofs,
};
