import type { ServerModule } from '../module.ts';
import { faqAppCalls } from './faq/app-calls.ts';
import { faqCalls } from './faq/calls.ts';
import { faqHooks } from './faq/hooks.ts';
import { themeAppCalls } from './themes/app-calls.ts';
import { themeCalls } from './themes/calls.ts';
import { themeHooks } from './themes/hooks.ts';
import { themeJobs } from './themes/jobs.ts';
import { themeReview } from './themes/review.ts';
import { voiceHooks } from './themes/voices.ts';

export const contentModule: ServerModule = {
  calls: [...faqCalls, ...faqAppCalls, ...themeCalls, ...themeAppCalls],
  hooks: { appTheme: themeHooks, faq: faqHooks, voice: voiceHooks },
  reviews: { appTheme: themeReview },
  jobs: themeJobs,
};
