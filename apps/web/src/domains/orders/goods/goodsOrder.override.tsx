import { defineOverride } from '../../../entity-ui/override.ts';
import { trailOf } from '../trail/trail-of.ts';
import { OrdersNav } from './OrderNav.tsx';

/** Orders: their sums, and the way to the refunds. */
export const goodsOrderOverride = defineOverride('goodsOrder', {
  nav: OrdersNav,
  links: ({ orderNo = '' }) => [trailOf(orderNo)],
  // All that can still be given back.
  starts: { refund: ({ payFen = 0, refundedFen = 0 }) => ({ amountFen: payFen - refundedFen }) },
});

export { goodsOrderOverride as default };
