import type { ShareSummary } from '@wheelhouse/contract/calls/events/shares';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Figures } from '../../../blocks/Figures.tsx';
import { useT } from '../../../i18n/common.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { sharesOf } from '../../../ui/chart/shares.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import type { ShareQuery } from './query.ts';
import { useShareTexts } from './texts.ts';
import './share.css';

const counted = ['shares', 'visits', 'newUsers'] as const;

function Totals({ data }: { readonly data: ShareSummary }): ReactNode {
  const t = useShareTexts();
  const { visits, newUsers } = data;
  const figures = [
    ...(['shares', 'sharers', 'visits', 'newUsers'] as const).map((key) => ({
      key,
      label: t(key),
      value: data[key],
      unit: '',
    })),
    {
      key: 'conversion',
      label: t('conversion'),
      value: visits === 0 ? 0 : (100 * newUsers) / visits,
      unit: '%',
      digits: 1,
    },
  ];
  return (
    <Section title={t('figures')}>
      <Figures figures={figures} />
      <p className="wh-faint ov-share-hint">{t('counted')}</p>
    </Section>
  );
}

function Charts({ data }: { readonly data: ShareSummary }): ReactNode {
  const t = useShareTexts();
  const dict = useDictLookup();
  const days = useMemo(
    () => countsOverTime(data.days, { time: ({ day }) => day, title: t('day'), keys: counted, name: t }),
    [data.days, t],
  );
  const channels = useMemo(
    () =>
      sharesOf(
        data.channels
          .toSorted((a, b) => b.shares - a.shares)
          .map(({ channel, shares }) => ({ name: dict('ShareChannel', channel)?.name ?? String(channel), n: shares })),
        { of: t('channel'), count: t('shares'), share: t('part') },
      ),
    [data.channels, dict, t],
  );
  return (
    <div className="ov-share-pair">
      <Section title={t('perDay')}>
        <Chart label={t('perDay')} height={240} {...days} />
      </Section>
      <Section title={t('perChannel')}>
        <Chart label={t('perChannel')} {...channels} />
      </Section>
    </div>
  );
}

/** What came of the shares that the list shows: in all, day by day and by channel. */
export function Summary({ query }: { readonly query: ShareQuery }): ReactNode {
  const t = useT();
  const { data, error, refetch } = useCall(
    '/act/crm/share/summary',
    { query },
    { inlineErrors: true, keepPrevious: true },
  );
  if (data === undefined)
    return (
      <section className="wh-section" aria-label={t('loading')}>
        <PendingState error={error} onRetry={() => void refetch()} />
      </section>
    );
  return (
    <>
      <Totals data={data} />
      <Charts data={data} />
    </>
  );
}
