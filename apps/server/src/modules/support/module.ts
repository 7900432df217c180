import type { ServerModule } from '../module.ts';
import { adCalls } from './ads/calls.ts';
import { advertisementHooks } from './ads/hooks.ts';
import { adJobs } from './ads/jobs.ts';
import { appLogAppCalls } from './app-logs/app-calls.ts';
import { appLogCalls } from './app-logs/calls.ts';
import { appLogHooks } from './app-logs/hooks.ts';
import { appLogJobs } from './app-logs/jobs.ts';
import { bluetoothAppCalls } from './bluetooth/app-calls.ts';
import { bluetoothCalls } from './bluetooth/calls.ts';
import { bluetoothInfoHooks } from './bluetooth/hooks.ts';
import { bluetoothJobs } from './bluetooth/jobs.ts';
import { supportCalls } from './calls.ts';
import { consentCalls } from './consents.ts';
import { deletionAppCalls } from './deletion.ts';
import { functionAppCalls } from './function-calls.ts';
import { featureAppCalls } from './features/app-calls.ts';
import { featureCalls } from './features/calls.ts';
import { appUserHooks } from './app-user-hooks.ts';
import { dealerAppCalls } from './dealers/app-calls.ts';
import { dealerCalls } from './dealers/calls.ts';
import { dealerHooks } from './dealers/hooks.ts';
import { dealerJobs } from './dealers/jobs.ts';
import { iosReviewCalls, iosReviewHooks } from './ios-review.ts';
import { appLinkCalls, appLinkHooks } from './links.ts';
import { videoAppCalls } from './video-calls.ts';
import { guideVideoHooks } from './videos.ts';
import { supportJobs } from './jobs.ts';
import { serviceAccountCalls } from './service/calls.ts';
import { mobileCalls } from './mobile-change.ts';
import { signInCalls } from './sign-in.ts';
import { serviceAccountHooks, serviceAccountLogHooks } from './service/hooks.ts';

export const supportModule: ServerModule = {
  calls: [
    ...supportCalls,
    ...dealerCalls,
    ...dealerAppCalls,
    ...signInCalls,
    ...mobileCalls,
    ...consentCalls,
    ...deletionAppCalls,
    ...videoAppCalls,
    ...functionAppCalls,
    ...featureCalls,
    ...featureAppCalls,
    ...appLinkCalls,
    ...iosReviewCalls,
    ...adCalls,
    ...serviceAccountCalls,
    ...appLogCalls,
    ...appLogAppCalls,
    ...bluetoothCalls,
    ...bluetoothAppCalls,
  ],
  hooks: {
    dealer: dealerHooks,
    appUser: appUserHooks,
    guideVideo: guideVideoHooks,
    appLink: appLinkHooks,
    iosReview: iosReviewHooks,
    advertisement: advertisementHooks,
    appLogRecord: appLogHooks,
    serviceAccount: serviceAccountHooks,
    serviceAccountLog: serviceAccountLogHooks,
    bluetoothInfo: bluetoothInfoHooks,
  },
  jobs: [...supportJobs, ...dealerJobs, ...adJobs, ...appLogJobs, ...bluetoothJobs],
};
