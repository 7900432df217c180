import type { ReactNode } from 'react';
import { coupon } from '@wheelhouse/entities/prizes/coupon';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';

/** How much of a coupon is given out, and what became of that. */
export const CouponFacts = ({ row }: { readonly row: RowOf<'coupon'> }): ReactNode => (
  <Facts entity={plain(coupon)} row={row} names={['total', 'issued', 'used', 'expired']} />
);
