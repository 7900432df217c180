import type { ServerModule } from '../module.ts';
import { articleAppCalls } from './articles/app-calls.ts';
import { articleCalls } from './articles/calls.ts';
import { articleCommentHooks } from './articles/comments.ts';
import { articleHooks } from './articles/hooks.ts';
import { articleJobs } from './articles/jobs.ts';
import { articlePages } from './articles/page.ts';
import { articleReaderCalls } from './articles/readers.ts';
import { articleReview } from './articles/review.ts';
import { articleTypeCalls, articleTypeHooks } from './articles/types.ts';
import { faqAppCalls } from './faq/app-calls.ts';
import { faqCalls } from './faq/calls.ts';
import { faqHooks } from './faq/hooks.ts';
import { supportTypeCalls, supportTypeHooks } from './faq/support-types.ts';
import { featureAppCalls } from './features/app-calls.ts';
import { featureCalls } from './features/calls.ts';
import { functionAppCalls } from './guides/function-calls.ts';
import { videoAppCalls } from './guides/video-calls.ts';
import { guideVideoHooks } from './guides/videos.ts';
import { introductionAppCalls } from './introductions/app-calls.ts';
import { appIntroduceHooks } from './introductions/hooks.ts';
import { holidayDeviceCalls } from './holidays/device-calls.ts';
import { holidayDownloads, takeHolidayAnswers, wakeAtContact } from './holidays/downloads.ts';
import { holidayVoiceHooks } from './holidays/hooks.ts';
import { holidayJobs, holidayPlans } from './holidays/plan.ts';
import { iosReviewCalls, iosReviewHooks } from './ios-review.ts';
import { appLinkCalls, appLinkHooks } from './links.ts';
import { manualAppCalls } from './manuals/app-calls.ts';
import { manualCalls } from './manuals/calls.ts';
import { conversions } from './manuals/conversion.ts';
import { instructionHooks } from './manuals/hooks.ts';
import { themeAppCalls } from './themes/app-calls.ts';
import { themeCalls } from './themes/calls.ts';
import { themeHooks } from './themes/hooks.ts';
import { themeJobs } from './themes/jobs.ts';
import { themeReview } from './themes/review.ts';
import { voiceHooks } from './themes/voices.ts';
import { contentProofs } from './proofs.ts';

export const contentModule: ServerModule = {
  calls: [
    ...articleCalls,
    ...articleAppCalls,
    ...articleReaderCalls,
    ...articlePages,
    ...articleTypeCalls,
    ...faqCalls,
    ...faqAppCalls,
    ...supportTypeCalls,
    ...featureCalls,
    ...featureAppCalls,
    ...functionAppCalls,
    ...videoAppCalls,
    ...introductionAppCalls,
    ...iosReviewCalls,
    ...appLinkCalls,
    ...manualCalls,
    ...manualAppCalls,
    ...themeCalls,
    ...themeAppCalls,
    ...holidayDeviceCalls,
  ],
  hooks: {
    appIntroduce: appIntroduceHooks,
    appLink: appLinkHooks,
    appTheme: themeHooks,
    article: articleHooks,
    articleComment: articleCommentHooks,
    articleType: articleTypeHooks,
    faq: faqHooks,
    guideVideo: guideVideoHooks,
    holidayVoice: holidayVoiceHooks,
    instruction: instructionHooks,
    iosReview: iosReviewHooks,
    supportType: supportTypeHooks,
    voice: voiceHooks,
  },
  reviews: { appTheme: themeReview, article: articleReview },
  jobs: [...themeJobs, ...articleJobs, ...holidayJobs],
  uplinks: { ready: wakeAtContact, cmd: takeHolidayAnswers },
  works: [conversions, holidayPlans, holidayDownloads],
  proofs: contentProofs,
};
