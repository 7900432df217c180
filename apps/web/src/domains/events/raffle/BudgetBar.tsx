import type { ReactNode } from 'react';
import { formatMoney, none } from '../../../ui/format.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

const nearly = 0.9;

interface Props {
  readonly used: number | null | undefined;
  readonly limit: number | null | undefined;
}

/** How much of a budget is spent: marked before it runs out. */
export function BudgetBar({ used, limit }: Props): ReactNode {
  const t = useRaffleTexts();
  if (used === null || used === undefined || limit === null || limit === undefined)
    return <span className="wh-faint">{none}</span>;
  const share = limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit);
  return (
    <span className="rf-budget" title={t('used', { used: formatMoney(used), limit: formatMoney(limit) })}>
      <span className="wh-num">{formatMoney(used)}</span>
      <span className="rf-meter" data-tone={share >= 1 ? 'danger' : share >= nearly ? 'warning' : undefined}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
    </span>
  );
}
