import { defineOverride } from '../../../entity-ui/override.ts';
import { trailOf } from '../trail/trail-of.ts';

/** What channels told, and what was refused. */
export const payNoticeOverride = defineOverride('payNotice', {
  view: 'payNotice',
  links: ({ tradeNo }) => (typeof tradeNo === 'string' ? [trailOf(tradeNo)] : []),
});

export { payNoticeOverride as default };
