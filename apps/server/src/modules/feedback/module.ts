import type { ServerModule } from '../module.ts';
import { appLogAppCalls } from './app-logs/app-calls.ts';
import { appLogCalls } from './app-logs/calls.ts';
import { appLogHooks } from './app-logs/hooks.ts';
import { appLogJobs } from './app-logs/jobs.ts';
import { feedbackAppCalls } from './app-calls.ts';
import { feedbackCalls } from './calls.ts';
import { feedbackHooks, quickReplyHooks } from './hooks.ts';
import { feedbackJobs } from './jobs.ts';

export const feedbackModule: ServerModule = {
  calls: [...feedbackCalls, ...feedbackAppCalls, ...appLogCalls, ...appLogAppCalls],
  hooks: { feedback: feedbackHooks, quickReply: quickReplyHooks, appLogRecord: appLogHooks },
  jobs: [...feedbackJobs, ...appLogJobs],
};
