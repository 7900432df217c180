import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { none, useDuration } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { useRepairTexts } from './texts.ts';
import './repair.css';

/** What is left of the present step’s time, or by how much it is over. */
function LeftCell({ value }: CellPropsOf<'repairOrder'>): ReactNode {
  const texts = useRepairTexts();
  const duration = useDuration();
  if (textOf(value) === '') return none;
  const minutes = Number(value);
  const t = duration(Math.abs(minutes) * 60);
  return minutes < 0 ? (
    <span className="wh-num rp-late">{texts('late', { t })}</span>
  ) : (
    <span className="wh-num">{t}</span>
  );
}

const SuggestedDealers = part(() => import('./SuggestedDealers.tsx'));

/** Repair orders: how much time the present step has left, red when it is over; the form suggests dealers. */
export const repairOverride = defineOverride('repairOrder', {
  cell: { slaLeft: LeftCell },
  below: { dealerId: SuggestedDealers },
});

export { repairOverride as default };
