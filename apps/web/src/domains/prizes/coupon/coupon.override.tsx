import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { couponCells as cell } from './cells.tsx';
import { texts } from './texts.ts';

const Codes = part(() => import('./Codes.tsx'));
const Holders = part(() => import('./Holders.tsx'));
const Numbers = part(() => import('./Numbers.tsx'));

/** Coupons: what they take off, who has them and what came of them, in the drawer of the record. */
const couponOverride = defineOverride('coupon', {
  cell,
  lead: Codes,
  tabs: [
    { key: 'holders', label: texts.holders, code: 'coupon.query', component: Holders },
    { key: 'numbers', label: texts.numbers, code: 'coupon.query', component: Numbers },
  ],
});

export { couponOverride as default };
