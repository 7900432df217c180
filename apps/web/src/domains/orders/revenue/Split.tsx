import type { RevenueSums } from '@wheelhouse/contract/calls/orders/revenue';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/Values.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { useRevenueTexts } from './texts.ts';

const parts = ['ownRevenueFen', 'partnerShareFen', 'channelFeeFen'] as const;

/** Who gets what of the net, as one bar; nothing where one of them is below zero, or not to be seen. */
export function Split({ sums }: { readonly sums: RevenueSums }): ReactNode {
  const t = useRevenueTexts();
  const { netFen } = sums;
  const shown = parts.map((key) => ({ key, fen: sums[key] ?? -1 }));
  if (netFen <= 0 || shown.some(({ fen }) => fen < 0)) return null;
  const shareOf = (fen: number): string => formatPercent((100 * fen) / netFen, 1);
  const says = t('splitSays', {
    net: formatMoney(netFen),
    parts: shown.map(({ key, fen }) => t('splitPart', { name: t(key), share: shareOf(fen) })).join(' · '),
  });
  return (
    <figure className="rv-split" aria-label={t('split')}>
      <figcaption className="wh-visually-hidden">{says}</figcaption>
      <span className="rv-bar" aria-hidden="true">
        {shown.map(({ key, fen }) => (fen === 0 ? null : <span key={key} data-part={key} style={{ flexGrow: fen }} />))}
      </span>
      <dl className="rv-legend">
        {shown.map(({ key, fen }) => (
          <div key={key}>
            <dt data-part={key}>{t(key)}</dt>
            <dd>
              <Money fen={fen} /> <span className="wh-faint wh-num">{shareOf(fen)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
