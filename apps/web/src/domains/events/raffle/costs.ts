import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { useCalls } from '../../../api/queries.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useCan } from '../../../session/session.ts';
import { couponsOf, prizesOf } from './pool.ts';

const { coupon, physical, theme } = codes.PrizeKind;
const options = { inlineErrors: true, staleTime: 60_000 } as const;

/** What one prize of a row costs, as the server counts it: a coupon what it takes off, a theme nothing. Undefined while it is not known. */
export function useCosts(rows: readonly Row[]): (row: Row) => number | undefined {
  const can = useCan();
  const [prizeIds, couponIds] = [
    can('physicalPrize.query') ? prizesOf(rows) : [],
    can('coupon.query') ? couponsOf(rows) : [],
  ];
  const prizes = useCalls(
    '/act/crm/prize/detail',
    prizeIds.map((id) => ({ id })),
    options,
  );
  const coupons = useCalls(
    '/act/crm/coupon/detail',
    couponIds.map((id) => ({ id })),
    options,
  );
  return ({ prizeKind, prizeId }) => {
    const [kind, id] = [Number(prizeKind), textOf(prizeId)];
    if (kind === physical) return prizes[prizeIds.indexOf(id)]?.data?.costFen;
    if (kind === theme) return 0;
    if (kind !== coupon) return undefined;
    const found = coupons[couponIds.indexOf(id)]?.data;
    return found && (found.amountFen ?? found.maxOffFen ?? 0);
  };
}
