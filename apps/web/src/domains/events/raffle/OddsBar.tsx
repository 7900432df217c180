import type { ReactNode } from 'react';
import { wholeOdds } from '@wheelhouse/entities/events/raffle-pool';
import { strengthOf } from './pool.ts';
import './raffle.css';

/** The mark of a level, as the bar has it. */
export const LevelMark = ({ at, of }: { readonly at: number; readonly of: number }): ReactNode => (
  <i className="rf-mark" style={{ opacity: strengthOf(at, of) }} aria-hidden="true" />
);

/** The odds of a pool as parts of a bar, the rest of it empty. The table beside it says the same in numbers. */
export function OddsBar({ odds }: { readonly odds: readonly number[] }): ReactNode {
  const sum = odds.reduce((total, one) => total + one, 0);
  const whole = Math.max(wholeOdds, sum);
  return (
    <div className="rf-bar" data-over={sum > wholeOdds || undefined} aria-hidden="true">
      {odds.map((one, at) => (
        <i key={at} style={{ width: `${(100 * one) / whole}%`, opacity: strengthOf(at, odds.length) }} />
      ))}
    </div>
  );
}
