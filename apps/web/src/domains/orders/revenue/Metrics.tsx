import type { RevenueMetrics, RevenueSummary } from '@wheelhouse/contract/calls/orders/revenue';
import { codes } from '@wheelhouse/entities/codes';
import type { ReactNode } from 'react';
import { Change, NumberCard } from '../../../blocks/NumberCard.tsx';
import { useCall } from '../../../api/query.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { formatMoney, formatNumber, none } from '../../../ui/format.ts';
import { inAddress, type RevenueQuery } from './query.ts';
import { Split } from './Split.tsx';
import { useRevenueTexts } from './texts.ts';
import './revenue.css';

interface CardOf {
  readonly key: keyof RevenueMetrics;
  /** Entries that it counts. */
  readonly type?: number;
  readonly isBadUp?: true;
}

/** What came in and where it went, and from how many. */
const money = [
  { key: 'netFen' },
  { key: 'grossFen', type: codes.RevenueType.sale },
  { key: 'refundFen', type: codes.RevenueType.refund, isBadUp: true },
  { key: 'channelFeeFen', isBadUp: true },
  { key: 'partnerShareFen' },
  { key: 'ownRevenueFen' },
] as const satisfies readonly CardOf[];
const people = [
  { key: 'orders', type: codes.RevenueType.sale },
  { key: 'payers', type: codes.RevenueType.sale },
  { key: 'arppuFen', type: codes.RevenueType.sale },
] as const satisfies readonly CardOf[];
type Card = (typeof money)[number] | (typeof people)[number];
const rows: readonly (readonly Card[])[] = [money, people];

const isMoney = (key: Card['key']): boolean => key.endsWith('Fen');
const show = (key: Card['key'], value: number | null): string =>
  value === null ? none : isMoney(key) ? formatMoney(value) : formatNumber(value);

/** What it was before; nothing where there is nothing to compare with. */
function Before({ card, data }: { readonly card: Card; readonly data: RevenueSummary }): ReactNode {
  const t = useRevenueTexts();
  const [value, before] = [data[card.key], data.previous[card.key]];
  if (value === null || before === null) return <span>{none}</span>;
  return (
    <>
      <Change value={value} before={before} better={'isBadUp' in card ? 'less' : 'more'} />
      <span className="wh-num">{t('before', { value: show(card.key, before) })}</span>
    </>
  );
}

function Numbers({ data, query }: { readonly data: RevenueSummary; readonly query: RevenueQuery }): ReactNode {
  const t = useRevenueTexts();
  const { from, to } = data.previous;
  const shown = rows.map((row) => row.filter(({ key }) => data[key] !== null || key === 'arppuFen'));
  return (
    <Section
      title={t('metrics')}
      extra={
        <span className="wh-faint rv-compared">
          {t('comparedWith', { from: from.slice(0, 10), to: to.slice(0, 10) })}
        </span>
      }
    >
      <div className="rv-cards">
        {shown.map((row) => (
          <ul key={row[0]?.key}>
            {row.map((card) => (
              <li key={card.key}>
                <NumberCard
                  label={t(card.key)}
                  value={show(card.key, data[card.key])}
                  href={hrefOf('revenueManage', {
                    ...inAddress(query),
                    view: 'entries',
                    'type.eq': 'type' in card ? card.type : undefined,
                  })}
                >
                  <Before card={card} data={data} />
                </NumberCard>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <Split sums={data} />
      <p className="wh-faint rv-hint">{t('counted')}</p>
    </Section>
  );
}

/** The metrics of the chosen time, each the way to its entries. */
export function Metrics({ query }: { readonly query: RevenueQuery }): ReactNode {
  const t = useRevenueTexts();
  const { data, error, refetch } = useCall(
    '/order/crm/themeRevenue/summary',
    { query },
    { inlineErrors: true, keepPrevious: true },
  );
  if (data === undefined)
    return (
      <Section title={t('metrics')}>
        <PendingState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  return <Numbers data={data} query={query} />;
}
