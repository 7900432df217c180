import type { ServerModule } from '../module.ts';
import { theftAppCalls } from './app-calls.ts';
import { theftCalls } from './calls.ts';
import { caseRules } from './case-rules.ts';
import { theftJobs } from './jobs.ts';
import { stolenTopic } from './live.ts';
import { takePowerAnswers } from './power.ts';
import { stolenHandlers, stolenRefusals } from './transitions.ts';

export const theftModule: ServerModule = {
  calls: [...theftCalls, ...theftAppCalls],
  hooks: { stolenCase: { ...caseRules, actions: stolenHandlers, refuses: stolenRefusals } },
  topics: { stolen: stolenTopic },
  uplinks: { cmd: takePowerAnswers },
  jobs: theftJobs,
};
