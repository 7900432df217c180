import { useMemo, type ReactNode } from 'react';
import type { OutputOf } from '@wheelhouse/entities/calls';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../api/query.ts';
import { useAreaName } from '../../entity-ui/areas.ts';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import { useDictLookup } from '../../reference/reference.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../ui/chart/counts.ts';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { useTagTexts } from './texts.ts';
import './usertag.css';

type Days = OutputOf<'POST /user/crm/userTag/trend'>;

function Trend({ days }: { readonly days: Days }): ReactNode {
  const texts = useTagTexts();
  const counts = useMemo(
    () =>
      countsOverTime(days, {
        time: ({ statDate }) => statDate,
        title: texts('date'),
        keys: ['userCount'],
        name: () => texts('users'),
      }),
    [days, texts],
  );
  return <Chart label={texts('trend')} {...counts} />;
}

interface Share {
  readonly name: string;
  readonly n: number;
}

function Pie({ title, shares }: { readonly title: string; readonly shares: readonly Share[] }): ReactNode {
  const texts = useTagTexts();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'item', formatter: '{b}<br/>{c} ({d}%)' },
      legend: { type: 'scroll', orient: 'vertical', top: 'middle', left: 152, right: 0, icon: 'circle', itemHeight: 8 },
      series: [
        {
          type: 'pie',
          radius: [40, 62],
          center: [70, '50%'],
          label: { show: false },
          data: shares.map(({ name, n }) => ({ name, value: n })),
        },
      ],
    }),
    [shares],
  );
  const table = {
    columns: [
      { key: 'name', title },
      { key: 'users', title: texts('users'), align: 'right' as const },
    ],
    rows: shares.map(({ name, n }) => ({ name, users: formatNumber(n) })),
  };
  return (
    <Section title={title}>
      <Chart label={title} option={option} table={table} height={180} />
    </Section>
  );
}

function Structure({ data }: { readonly data: OutputOf<'POST /user/crm/userTag/structure'> }): ReactNode {
  const texts = useTagTexts();
  const dict = useDictLookup();
  const area = useAreaName();
  const named = (list: readonly { code: string | null; n: number }[], nameOf: (code: string) => string | undefined) =>
    list.map(({ code, n }) => ({ name: code === null ? texts('notKnown') : (nameOf(code) ?? code), n }));
  return (
    <div className="ut-pies">
      <Pie title={texts('gender')} shares={named(data.gender, (code) => dict('Gender', code)?.name)} />
      <Pie title={texts('age')} shares={named(data.age, (code) => code)} />
      <Pie title={texts('city')} shares={named(data.city, area)} />
      <Pie title={texts('model')} shares={data.model} />
    </div>
  );
}

/** How a tag grows, who its users are, and where it is used. */
export default function Insights({ row }: { readonly row: RowOf<'userTag'> }): ReactNode {
  const texts = useTagTexts();
  const trend = useCall('/user/crm/userTag/trend', { tagId: row.id }, { inlineErrors: true });
  const structure = useCall('/user/crm/userTag/structure', { tagId: row.id }, { inlineErrors: true });
  const uses = structure.data?.uses ?? [];
  return (
    <div className="eu-stack">
      <Section title={texts('trend')}>
        {trend.data === undefined ? (
          <PendingState small error={trend.error} onRetry={() => void trend.refetch()} />
        ) : (
          <Trend days={trend.data} />
        )}
      </Section>
      {structure.data === undefined ? (
        <PendingState small error={structure.error} onRetry={() => void structure.refetch()} />
      ) : (
        <>
          <Structure data={structure.data} />
          <Section title={texts('uses')}>
            {uses.length === 0 ? (
              <EmptyState small title={texts('unused')} />
            ) : (
              <ul className="ut-uses">
                {uses.map(({ entity, id, name }) => (
                  <li key={`${entity}.${id}`}>
                    <RecordLink entity={entity} id={id}>
                      {name}
                    </RecordLink>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </div>
  );
}
