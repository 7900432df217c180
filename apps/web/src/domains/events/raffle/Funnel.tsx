import type { ReactNode } from 'react';
import type { RaffleData } from '@wheelhouse/contract/calls/events/raffles';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

const steps = ['scans', 'tickets', 'draws', 'wins', 'claims'] as const;

/** From scan to claim: each step as a part of the largest, and in percent of the one before. */
export function Funnel({ funnel }: Pick<RaffleData, 'funnel'>): ReactNode {
  const t = useRaffleTexts();
  // A plain draw needs no scan.
  const known = steps.flatMap((key) => {
    const n = funnel[key];
    return n === null ? [] : [{ key, n }];
  });
  const most = Math.max(1, ...known.map(({ n }) => n));
  return (
    <ol className="rf-funnel">
      {known.map(({ key, n }, at) => {
        const before = known[at - 1]?.n ?? 0;
        return (
          <li key={key}>
            <span>{t(key)}</span>
            <span className="rf-track" aria-hidden="true">
              <i style={{ width: `${(100 * n) / most}%` }} />
            </span>
            <b className="wh-num">{formatNumber(n)}</b>
            <small className="wh-faint wh-num">
              {at === 0 || before === 0 ? null : t('ofStep', { share: formatPercent((100 * n) / before, 1) })}
            </small>
          </li>
        );
      })}
    </ol>
  );
}
