import type { PageMap } from '../../routing/pages.ts';

/** Pages of feedback. */
export const businessPages = {
  appFeedbackDetail: () => import('./FeedbackDetail.tsx'),
  appFeedbackDeal: () => import('./FeedbackDeal.tsx'),
} satisfies PageMap;
