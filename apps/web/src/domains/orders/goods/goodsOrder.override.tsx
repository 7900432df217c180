import { defineOverride } from '../../../entity-ui/override.ts';
import { OrdersNav } from './OrderNav.tsx';

/** Orders: their sums, and the way to the refunds. */
export const goodsOrderOverride = defineOverride('goodsOrder', { nav: OrdersNav });

export { goodsOrderOverride as default };
