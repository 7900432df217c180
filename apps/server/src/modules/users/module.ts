import type { ServerModule } from '../module.ts';
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
import { tagProofs } from './tags/proofs.ts';

export const userModule: ServerModule = {
  calls: [...userCalls, ...signInCalls, ...mobileCalls, ...consentCalls, ...deletionAppCalls, ...userTagCalls],
  hooks: {
    appUser: appUserHooks,
    userTag: userTagHooks,
    userTagMember: userTagMemberHooks,
  },
  jobs: [...userJobs, ...tagJobs],
  proofs: tagProofs,
};
