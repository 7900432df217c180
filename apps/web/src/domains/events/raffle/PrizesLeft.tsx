import type { ReactNode } from 'react';
import type { RaffleData } from '@wheelhouse/contract/calls/events/raffles';
import { formatNumber } from '../../../ui/format.ts';
import { strengthOf } from './pool.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

/** What is left of each prize, and how often one was picked and not given. */
export function PrizesLeft({ prizes }: Pick<RaffleData, 'prizes'>): ReactNode {
  const t = useRaffleTexts();
  return (
    <ol className="rf-funnel">
      {prizes.map(({ levelName, name, quantity, won, withheld }, at) => {
        const left = quantity - won;
        return (
          <li key={at}>
            <span title={name}>
              <b>{levelName}</b> {name}
            </span>
            <span className="rf-track" aria-hidden="true">
              <i style={{ width: `${(100 * left) / quantity}%`, opacity: strengthOf(at, prizes.length) }} />
            </span>
            <span className="wh-num">{t('leftOf', { n: formatNumber(left), of: formatNumber(quantity) })}</span>
            <small className="wh-faint wh-num" title={t('withheldSays')}>
              {withheld === 0 ? null : t('withheld', { n: formatNumber(withheld) })}
            </small>
          </li>
        );
      })}
    </ol>
  );
}
