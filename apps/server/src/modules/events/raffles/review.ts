import type { ReviewOf } from '../../../entity/approval/rules.ts';

export const raffleReview: ReviewOf<'raffleActivity'> = {
  free: { changeReason: 'asked for with a change of what was approved' },
};
