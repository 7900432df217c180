import type { ReviewOf } from '../../../entity/approval/rules.ts';

const picture = 'how it looks; it may change while the campaign runs';
const shared = 'what users share; it may change while the campaign runs';

export const raffleReview: ReviewOf<'raffleActivity'> = {
  free: {
    cover: picture,
    bgImage: picture,
    shareTitle: shared,
    shareImage: shared,
    shareUrl: shared,
    changeReason: 'why a change of what was approved is asked for',
  },
};
