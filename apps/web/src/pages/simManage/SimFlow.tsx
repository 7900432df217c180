import { DownloadOutlined, SearchOutlined, SyncOutlined } from '@ant-design/icons';
import { formatDay } from '@wheelhouse/contract/time';
import { DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { downloadExport } from '../../api/files.ts';
import { useAction, useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { useT } from '../../i18n/common.ts';
import { UsageChart } from '../../overrides/sim/UsageChart.tsx';
import { usePage } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { AbnormalTable, DayTable, MonthTable, PoolTable, type Shown } from './flow/tables.tsx';
import { useFlowTexts } from './flow/texts.ts';
import './flow/flow.css';

const pattern = 'YYYY-MM-DD';
const usualDays = 30;
const longest = 92;
const dimensions = ['day', 'card', 'model', 'pool'] as const;
type Dimension = (typeof dimensions)[number];
const nameOf = { day: 'byDay', card: 'byCard', model: 'byModel', pool: 'byPool' } as const;
const tabs = ['day', 'month', 'pool', 'abnormal'] as const;
type Tab = (typeof tabs)[number];
const tabNames = { day: 'byDayTab', month: 'byMonthTab', pool: 'byPoolTab', abnormal: 'abnormalTab' } as const;

function UsageSection({ shown }: { readonly shown: Shown }): ReactNode {
  const texts = useFlowTexts();
  const [dimension, setDimension] = useState<Dimension>('day');
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/chart',
    { dimension, ...shown, topN: 20 },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section
      title={texts('chart')}
      extra={
        <Segments
          label={texts('dimension')}
          options={dimensions.map((key) => ({ key, label: texts(nameOf[key]) }))}
          value={dimension}
          onChange={setDimension}
        />
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState title={texts('nothing')} />
      ) : (
        <UsageChart label={texts('chart')} rows={data} keyLabel={texts(nameOf[dimension])} />
      )}
    </Section>
  );
}

/** Days that the carrier reads, and that are looked through for what is wrong. */
const shortDays = 31;
const shortOf = ({ from, to, ...rest }: Shown): Shown => {
  const first = dayjs(to, pattern)
    .subtract(shortDays - 1, 'day')
    .format(pattern);
  return { ...rest, from: first > from ? first : from, to };
};

function SyncButton({ shown }: { readonly shown: Shown }): ReactNode {
  const texts = useFlowTexts();
  const { iccid } = shown;
  const { from, to } = shortOf(shown);
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

function exportQuery(tab: Tab, shown: Shown): Readonly<Record<string, unknown>> {
  if (tab === 'pool') return {};
  const { from, to, iccid } = tab === 'abnormal' ? shortOf(shown) : shown;
  const cut = (text: string): string => (tab === 'month' ? text.slice(0, 7) : text);
  return { 'statDate.ge': cut(from), 'statDate.le': cut(to), ...(iccid !== undefined && { iccid }) };
}

function ExportTab({ tab, shown }: { readonly tab: Tab; readonly shown: Shown }): ReactNode {
  const t = useT();
  const made = useAction('/veh/crm/simFlow/export', { onSuccess: ({ fileName }) => downloadExport(fileName) });
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={made.isPending}
      onClick={() => made.mutate({ tab, query: exportQuery(tab, shown) })}
    >
      {t('export')}
    </Button>
  );
}

/** Usage as the carriers count it: by day with its chart, by month, by pool, and what is wrong with it. */
export default function SimFlow(): ReactNode {
  const pick = usePick();
  const texts = useFlowTexts();
  const can = useCan();
  const page = usePage();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('view')) ?? 'day';
  const [today] = useState(() => dayjs(formatDay(new Date()), pattern));
  const [[first, last], setRange] = useState<readonly [Dayjs, Dayjs]>(() => [today.subtract(usualDays, 'day'), today]);
  const iccid = search.get('iccid') ?? '';
  const change = (name: string, value: string): void =>
    setSearch(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const shown = { from: first.format(pattern), to: last.format(pattern), ...(iccid !== '' && { iccid }) };
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
      <div className="wh-toolbar">
        <Segments
          label={texts('tabs')}
          options={tabs.map((one) => ({ key: one, label: texts(tabNames[one]) }))}
          value={tab}
          onChange={(one) => change('view', one === 'day' ? '' : one)}
        />
        {tab === 'pool' ? null : (
          <div className="wh-toolbar-end">
            <Input
              className="sim-search"
              allowClear
              prefix={<SearchOutlined />}
              aria-label={texts('search')}
              placeholder={texts('search')}
              defaultValue={iccid}
              onPressEnter={(event) => change('iccid', event.currentTarget.value.trim())}
              onBlur={(event) => change('iccid', event.currentTarget.value.trim())}
              onClear={() => change('iccid', '')}
            />
            <DatePicker.RangePicker
              aria-label={texts('range')}
              value={[first, last]}
              allowClear={false}
              maxDate={today}
              disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= longest}
              onChange={(next) => next?.[0] && next[1] && setRange([next[0], next[1]])}
            />
          </div>
        )}
      </div>
      {tab === 'day' ? <UsageSection shown={shown} /> : null}
      {tab === 'day' ? <DayTable key={key} shown={shown} /> : null}
      {tab === 'month' ? <MonthTable key={key} shown={shown} /> : null}
      {tab === 'pool' ? <PoolTable /> : null}
      {tab === 'abnormal' ? <AbnormalTable key={key} shown={shortOf(shown)} /> : null}
    </PageBody>
  );
}
