import { useMemo, type ReactNode } from 'react';
import type { OutputOf } from '@wheelhouse/entities/calls';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { useAreaName } from '../../../entity-ui/areas.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { useDictLookup } from '../../../reference/reference.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../../ui/chart/counts.ts';
import { sharesOf, type Part } from '../../../ui/chart/shares.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
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

function Shares({ title, shares }: { readonly title: string; readonly shares: readonly Part[] }): ReactNode {
  const texts = useTagTexts();
  const chart = useMemo(
    () => sharesOf(shares, { of: title, count: texts('users'), share: texts('share') }),
    [shares, title, texts],
  );
  return (
    <Section title={title}>
      <Chart label={title} {...chart} />
    </Section>
  );
}

function Structure({ data }: { readonly data: OutputOf<'POST /user/crm/userTag/structure'> }): ReactNode {
  const texts = useTagTexts();
  const dict = useDictLookup();
  const area = useAreaName();
  const named = (list: readonly { code: string | null; n: number }[], nameOf: (code: string) => string | undefined) =>
    list.map(({ code, n }) => ({
      name: code === null ? texts('notKnown') : (nameOf(code) ?? code),
      n,
      faint: code === null,
    }));
  return (
    <div className="ut-pies">
      <Shares title={texts('gender')} shares={named(data.gender, (code) => dict('Gender', code)?.name)} />
      <Shares title={texts('age')} shares={named(data.age, (code) => code)} />
      <Shares title={texts('city')} shares={named(data.city, area)} />
      <Shares title={texts('model')} shares={data.model} />
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
