import type { ServerModule } from '../module.ts';
import { appLogAppCalls } from './app-logs/app-calls.ts';
import { appLogCalls } from './app-logs/calls.ts';
import { appLogHooks } from './app-logs/hooks.ts';
import { appLogJobs } from './app-logs/jobs.ts';
import { userCalls } from './calls.ts';
import { consentCalls } from './consents.ts';
import { deletionAppCalls } from './deletion.ts';
import { appUserHooks } from './hooks.ts';
import { userJobs } from './jobs.ts';
import { mobileCalls } from './mobile-change.ts';
import { signInCalls } from './sign-in.ts';
import { userTagCalls } from './tags/calls.ts';
import { userTagHooks, userTagMemberHooks } from './tags/hooks.ts';
import { tagJobs } from './tags/refresh.ts';

export const userModule: ServerModule = {
  calls: [
    ...userCalls,
    ...signInCalls,
    ...mobileCalls,
    ...consentCalls,
    ...deletionAppCalls,
    ...appLogCalls,
    ...appLogAppCalls,
    ...userTagCalls,
  ],
  hooks: {
    appUser: appUserHooks,
    appLogRecord: appLogHooks,
    userTag: userTagHooks,
    userTagMember: userTagMemberHooks,
  },
  jobs: [...userJobs, ...appLogJobs, ...tagJobs],
};
