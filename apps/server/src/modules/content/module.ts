import type { ServerModule } from '../module.ts';
import { faqAppCalls } from './faq/app-calls.ts';
import { faqCalls } from './faq/calls.ts';
import { faqHooks } from './faq/hooks.ts';
import { featureAppCalls } from './features/app-calls.ts';
import { featureCalls } from './features/calls.ts';
import { functionAppCalls } from './guides/function-calls.ts';
import { videoAppCalls } from './guides/video-calls.ts';
import { guideVideoHooks } from './guides/videos.ts';
import { holidayDeviceCalls } from './holidays/device-calls.ts';
import { holidayDownloads, takeHolidayAnswers, wakeAtContact } from './holidays/downloads.ts';
import { holidayVoiceHooks } from './holidays/hooks.ts';
import { holidayJobs, holidayPlans } from './holidays/plan.ts';
import { iosReviewCalls, iosReviewHooks } from './ios-review.ts';
import { appLinkCalls, appLinkHooks } from './links.ts';
import { themeAppCalls } from './themes/app-calls.ts';
import { themeCalls } from './themes/calls.ts';
import { themeHooks } from './themes/hooks.ts';
import { themeJobs } from './themes/jobs.ts';
import { themeReview } from './themes/review.ts';
import { voiceHooks } from './themes/voices.ts';

export const contentModule: ServerModule = {
  calls: [
    ...faqCalls,
    ...faqAppCalls,
    ...featureCalls,
    ...featureAppCalls,
    ...functionAppCalls,
    ...videoAppCalls,
    ...iosReviewCalls,
    ...appLinkCalls,
    ...themeCalls,
    ...themeAppCalls,
    ...holidayDeviceCalls,
  ],
  hooks: {
    appLink: appLinkHooks,
    appTheme: themeHooks,
    faq: faqHooks,
    guideVideo: guideVideoHooks,
    holidayVoice: holidayVoiceHooks,
    iosReview: iosReviewHooks,
    voice: voiceHooks,
  },
  reviews: { appTheme: themeReview },
  jobs: [...themeJobs, ...holidayJobs],
  uplinks: { ready: wakeAtContact, cmd: takeHolidayAnswers },
  works: [holidayPlans, holidayDownloads],
};
