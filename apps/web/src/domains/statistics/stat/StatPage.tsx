import { DownloadOutlined, MailOutlined, PrinterOutlined } from '@ant-design/icons';
import type { Part, Statistic } from '@wheelhouse/entities/statistics/define';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { attempt } from '../../../api/attempt.ts';
import { downloadExport } from '../../../api/files.ts';
import { invalidate } from '../../../api/query.ts';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { arrange } from './arranged.ts';
import { Cards } from './Cards.tsx';
import { Funnel } from './Funnel.tsx';
import { Group } from './Group.tsx';
import { Pages } from './Pages.tsx';
import { askedOf, bodyOf, filterEntity, filtersOf, pathsOf, withDays } from './question.ts';
import type { Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';
import { Trend } from './Trend.tsx';
import '../../../entity-ui/entity-ui.css';
import './stat.css';

const SubscriptionsDrawer = dialogPart(() => import('../subscriptions/SubscriptionsDrawer.tsx'));

function Actions({ statistic, asked }: Shown): ReactNode {
  const t = useT();
  const texts = useStatTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    const report = statistic.cards.length === 0 ? { report: statistic.name } : {};
    const made = await attempt(call(pathsOf(statistic).export, { query: bodyOf(asked), ...report }));
    if (made !== undefined) await attempt(downloadExport(made.fileName));
    setBusy(false);
  };
  const subscribe = (): void =>
    void dialogs.open((close) => (
      <SubscriptionsDrawer statistic={statistic} filters={filtersOf(asked)} onClose={() => close(null)} />
    ));
  return (
    <>
      {can(`${statistic.route}.export`) ? (
        <Button icon={<MailOutlined />} onClick={subscribe}>
          {texts('subscribe')}
        </Button>
      ) : null}
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {texts('print')}
      </Button>
      {can(`${statistic.route}.export`) ? (
        <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void take()}>
          {t('export')}
        </Button>
      ) : null}
    </>
  );
}

/**
 * The page of a statistic, from its definition: filters, cards, curves, groups and tables. Days, filters and granularity are in the address.
 * @for a page of numbers: a definition in `entities/statistics`: page, calls, export and tests follow from it
 */
export function StatPage({ statistic }: { readonly statistic: Statistic }): ReactNode {
  const pick = usePick();
  const page = usePage();
  const entity = useMemo(() => filterEntity(statistic), [statistic]);
  const handle = useUrlListState(entity);
  const [now] = useState(Date.now);
  const query = withDays(handle.state.query, now);
  const asked = askedOf(query, page.search.get('granularity'));
  const shown = { statistic, asked };
  const { trend, groups, tables = {} } = statistic;
  const { columns, wide } = useMemo(() => arrange(statistic), [statistic]);
  const groupOf = ([key, part]: readonly [string, Part]): ReactNode => (
    <Group key={key} call={groups?.call ?? ''} by={key} part={part} {...shown} />
  );
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <Dialogs>
            <Actions {...shown} />
          </Dialogs>
        }
      />
      <FilterBar
        {...handle}
        state={{ ...handle.state, query }}
        entity={entity}
        onSearch={() => void invalidate(pathsOf(statistic).summary)}
      />
      {statistic.cards.length === 0 ? null : <Cards {...shown} />}
      {trend === undefined ? null : (
        <Trend
          part={trend}
          onDays={({ from, to }) => page.setSearch({ ...query, 'date.ge': from, 'date.le': to })}
          onGranularity={(granularity) => page.setSearch({ ...query, granularity })}
          {...shown}
        />
      )}
      {columns.length === 0 ? null : (
        <div className="st-groups">
          {columns.map((some, at) => (
            <div key={String(at)}>{some.map(groupOf)}</div>
          ))}
        </div>
      )}
      {wide.map(groupOf)}
      {Object.entries(tables).map(([name, part]) => {
        const Shown = part.chart === 'funnel' ? Funnel : Pages;
        return <Shown key={name} call={name} part={part} {...shown} />;
      })}
    </PageBody>
  );
}
