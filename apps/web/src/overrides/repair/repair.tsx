import type { ReactNode } from 'react';
import { textOf } from '../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../entity-ui/override.ts';
import { none } from '../../ui/format.ts';
import { part } from '../../ui/part.tsx';
import './repair.css';

const hour = 60;
const day = 24 * hour;

/** Minutes as people read them: `3d 4h`, `2h 5m`, `12m`. */
export function spanOf(minutes: number): string {
  const left = Math.abs(minutes);
  const text =
    left >= day
      ? `${Math.floor(left / day)}d ${Math.floor((left % day) / hour)}h`
      : left >= hour
        ? `${Math.floor(left / hour)}h ${left % hour}m`
        : `${left}m`;
  return minutes < 0 ? `-${text}` : text;
}

function LeftCell({ value }: CellPropsOf<'repairOrder'>): ReactNode {
  if (textOf(value) === '') return none;
  const minutes = Number(value);
  return <span className={minutes < 0 ? 'wh-num rp-late' : 'wh-num'}>{spanOf(minutes)}</span>;
}

const SuggestedDealers = part(() => import('./SuggestedDealers.tsx'));

/** Repair orders: how much time the present step has left, red when it is over; the form suggests dealers. */
export const repairOverride = defineOverride('repairOrder', {
  cell: { slaLeft: LeftCell },
  below: { dealerId: SuggestedDealers },
});
