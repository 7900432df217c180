import { defineOverride } from '../../../entity-ui/override.ts';
import { OrdersNav } from './OrderNav.tsx';

/** Orders: their sums, and the way to the refunds. */
export const goodsOrderOverride = defineOverride('goodsOrder', {
  nav: OrdersNav,
  // All that can still be given back.
  starts: { refund: ({ payFen = 0, refundedFen = 0 }) => ({ amountFen: payFen - refundedFen }) },
});

export { goodsOrderOverride as default };
