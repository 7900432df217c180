import type { ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import type { CellPropsOf } from '../../../entity-ui/override.ts';
import { usePick } from '../../../i18n/lang.ts';
import { formatMoney, none } from '../../../ui/format.ts';
import { useCouponTexts } from './texts.ts';

const day = (time: unknown): string => String(time).slice(0, 10);

/** What a coupon takes off: a sum, or a share of the price. */
function FaceCell({ row }: CellPropsOf<'coupon'>): ReactNode {
  const t = useCouponTexts();
  const pick = usePick();
  const { amount, percent } = codes.CouponType;
  if (row.couponType === amount) return <span className="wh-num">{formatMoney(row.amountFen)}</span>;
  if (row.couponType !== percent) return <span className="wh-faint">{none}</span>;
  const discount = Number(row.discount);
  // People of other languages count what they save.
  const share = { zh: `${discount}折`, en: `${Math.round(100 - 10 * discount)}% off` };
  return (
    <span className="wh-num" title={t('atMost', { sum: formatMoney(row.maxOffFen) })}>
      {pick(share)}
    </span>
  );
}

function ThresholdCell({ value }: CellPropsOf<'coupon'>): ReactNode {
  const t = useCouponTexts();
  return Number(value) === 0 ? (
    <span className="wh-faint">{t('noThreshold')}</span>
  ) : (
    <span className="wh-num">{formatMoney(Number(value))}</span>
  );
}

/** The days on which a coupon may be used. */
function ValidityCell({ row }: CellPropsOf<'coupon'>): ReactNode {
  const t = useCouponTexts();
  return row.validMode === codes.ValidMode.days ? (
    <span>{t('daysValid', { n: Number(row.validDays) })}</span>
  ) : (
    <span className="wh-num">{`${day(row.validStart)} – ${day(row.validEnd)}`}</span>
  );
}

export const couponCells = { face: FaceCell, thresholdFen: ThresholdCell, validity: ValidityCell } as const;
