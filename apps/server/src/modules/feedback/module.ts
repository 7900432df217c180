import type { ServerModule } from '../module.ts';
import { feedbackAppCalls } from './app-calls.ts';
import { feedbackCalls } from './calls.ts';
import { feedbackHooks, quickReplyHooks } from './hooks.ts';
import { feedbackJobs } from './jobs.ts';

export const feedbackModule: ServerModule = {
  calls: [...feedbackCalls, ...feedbackAppCalls],
  hooks: { feedback: feedbackHooks, quickReply: quickReplyHooks },
  jobs: feedbackJobs,
};
