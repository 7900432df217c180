import { useMemo, useState, type ReactNode } from 'react';
import type { RaffleData, RaffleHour } from '@wheelhouse/contract/calls/events/raffles';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DateTime, LabelTag } from '../../../ui/Values.tsx';
import { DaysPicker } from './DaysPicker.tsx';
import { Funnel } from './Funnel.tsx';
import { allHours, firstDays, type Days } from './hours.ts';
import { PrizesLeft } from './PrizesLeft.tsx';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

const counted = ['users', 'draws', 'wins'] as const;

function Hours({ hours }: { readonly hours: readonly RaffleHour[] }): ReactNode {
  const t = useRaffleTexts();
  const chart = useMemo(
    () =>
      countsOverTime(allHours(hours), {
        time: ({ hour }) => hour,
        title: t('hour'),
        keys: counted,
        name: t,
        short: (hour) => hour.slice(5),
      }),
    [hours, t],
  );
  return hours.length === 0 ? (
    <EmptyState small title={t('noDraws')} />
  ) : (
    <Chart label={t('hourly')} height={260} {...chart} />
  );
}

function Risks({ risks }: Pick<RaffleData, 'risks'>): ReactNode {
  const t = useRaffleTexts();
  return (
    <DataTable
      lines
      label={t('risks')}
      height={360}
      rows={risks}
      rowKey={(_row, at) => String(at)}
      empty={t('noRisks')}
      columns={[
        { key: 'time', label: t('time'), num: true, render: ({ time }) => <DateTime value={time} /> },
        {
          key: 'user',
          label: t('user'),
          head: true,
          render: ({ userId, nickname }) => (
            <RecordLink entity="appUser" id={userId}>
              {nickname}
            </RecordLink>
          ),
        },
        { key: 'address', label: t('address'), num: true, render: ({ ip }) => ip ?? none },
        {
          key: 'reasons',
          label: t('reasons'),
          render: ({ reasons }) => (
            <span className="rf-tags">
              {reasons.map((reason) => (
                <LabelTag key={reason} color="warning">
                  {t(reason)}
                </LabelTag>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

/** What came of an event in some days: by the hour, from scan to claim, what is left, and what looked suspect. */
export default function Data({ row }: { readonly row: RowOf<'raffleActivity'> }): ReactNode {
  const t = useRaffleTexts();
  const [days, setDays] = useState<Days>(() => firstDays(row, new Date()));
  const isOpen = typeof row.oddsVersion === 'number';
  const { data, error, refetch } = useCall(
    '/act/crm/raffleActivity/data',
    { id: row.id, ...days },
    // People draw all the time: what the pool has read is old by now.
    { enabled: isOpen, inlineErrors: true, keepPrevious: true, staleTime: 0 },
  );
  if (!isOpen) return <EmptyState title={t('notOpen')} />;
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="eu-stack">
      <Section title={t('hourly')} extra={<DaysPicker days={days} onChange={setDays} />}>
        <Hours hours={data.hours} />
      </Section>
      <div className="rf-pair">
        <Section title={t('funnel')}>
          <Funnel funnel={data.funnel} />
        </Section>
        <Section title={t('prizesLeft')}>
          <PrizesLeft prizes={data.prizes} />
        </Section>
      </div>
      <Section
        flush={data.risks.length > 0}
        title={t('risks')}
        extra={
          data.risks.length === 0 ? undefined : (
            <span className="wh-faint">{t('risksSay', { n: data.risks.length })}</span>
          )
        }
      >
        <Risks risks={data.risks} />
      </Section>
    </div>
  );
}
