import type { ReviewOf } from '../../../entity/approval/rules.ts';

/** What an approval of an article covers: all that its readers see, but where it stands in the list and when it comes. */
export const articleReview: ReviewOf<'article'> = {
  free: {
    pinned: 'its place in the list',
    recommended: 'its place in the list',
    publishTime: 'when it is published is up to whoever approves it',
  },
};
