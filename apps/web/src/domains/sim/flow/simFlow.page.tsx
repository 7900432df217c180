import { DownloadOutlined, SyncOutlined } from '@ant-design/icons';
import { formatDay } from '@wheelhouse/contract/time';
import { useState, type ReactNode } from 'react';
import { downloadExport } from '../../../api/files.ts';
import { invalidate, useAction } from '../../../api/query.ts';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { ChartSection } from './ChartSection.tsx';
import { usageEntity } from './entity.ts';
import { poolQueryOf, queryOf, shortOf, shownOf, tabs, type Shown, type Tab } from './shown.ts';
import { AbnormalTable, DayTable, MonthTable, PoolTable } from './tables.tsx';
import { useFlowTexts } from './texts.ts';
import '../../../entity-ui/entity-ui.css';
import '../sim.css';

const tabNames = { day: 'byDayTab', month: 'byMonthTab', pool: 'byPoolTab', abnormal: 'abnormalTab' } as const;
/** Pools are those of this month. */
const notOfPools = ['statDate', 'iccid', 'vin', 'vehicleTypeId', 'usedMb'];

function SyncButton({ shown }: { readonly shown: Shown }): ReactNode {
  const texts = useFlowTexts();
  const {
    from,
    to,
    only: { iccid },
  } = shortOf(shown);
  const sync = useAction('/veh/crm/simFlow/sync', {
    invalidates: ['/veh/crm/simFlow'],
    done: ({ cards, days }) => texts('synced', { cards, days }),
  });
  return (
    <Button
      icon={<SyncOutlined />}
      loading={sync.isPending}
      disabled={iccid === undefined}
      title={iccid === undefined ? texts('syncHint') : undefined}
      onClick={() => iccid !== undefined && sync.mutate({ iccids: [iccid], from, to })}
    >
      {texts('sync')}
    </Button>
  );
}

function ExportTab({ tab, shown }: { readonly tab: Tab; readonly shown: Shown }): ReactNode {
  const t = useT();
  const made = useAction('/veh/crm/simFlow/export', { onSuccess: ({ fileName }) => downloadExport(fileName) });
  const query = tab === 'pool' ? poolQueryOf(shown) : queryOf(tab, shown);
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={made.isPending}
      onClick={() => made.mutate({ tab, query: { ...query } })}
    >
      {t('export')}
    </Button>
  );
}

/** Usage as the carriers count it: by day with its charts, by month, by pool, and what is wrong with it. */
export default function SimFlow(): ReactNode {
  const pick = usePick();
  const texts = useFlowTexts();
  const can = useCan();
  const page = usePage();
  const handle = useUrlListState(usageEntity);
  const tab = tabs.find((one) => one === handle.view) ?? 'day';
  const [today] = useState(() => formatDay(new Date()));
  const { query } = handle.state;
  const shown = shownOf(tab, query, today);
  // With the days that hold, so that the filter says them.
  const state = { ...handle.state, query: { ...query, 'statDate.ge': shown.from, 'statDate.le': shown.to } };
  const key = JSON.stringify(shown);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            {can('simFlow.sync') ? <SyncButton shown={shown} /> : null}
            {can('simFlow.export') ? <ExportTab tab={tab} shown={shown} /> : null}
          </>
        }
      />
      <Segments
        label={texts('tabs')}
        options={tabs.map((one) => ({ key: one, label: texts(tabNames[one]) }))}
        value={tab}
        onChange={(one) => handle.setView(one === 'day' ? undefined : one)}
      />
      <FilterBar
        {...handle}
        state={tab === 'pool' ? handle.state : state}
        entity={usageEntity}
        fixed={tab === 'pool' ? notOfPools : []}
        onSearch={() => void invalidate('/veh/crm/simFlow')}
      />
      {tab === 'day' ? <ChartSection shown={shown} /> : null}
      {tab === 'day' ? <DayTable key={key} query={queryOf(tab, shown)} /> : null}
      {tab === 'month' ? <MonthTable key={key} query={queryOf(tab, shown)} /> : null}
      {tab === 'pool' ? <PoolTable query={poolQueryOf(shown)} /> : null}
      {tab === 'abnormal' ? <p className="wh-faint sim-hint">{texts('abnormalHint')}</p> : null}
      {tab === 'abnormal' ? <AbnormalTable key={key} query={queryOf(tab, shown)} /> : null}
    </PageBody>
  );
}
