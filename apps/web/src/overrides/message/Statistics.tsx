import { useMemo, type ReactNode } from 'react';
import type { ChannelCounts, HourCounts, MessageStatistics, OsCounts } from '@wheelhouse/contract/calls/messages';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { MessageSources } from './MessageSources.tsx';
import { causeTexts, useMessageWords } from './texts.ts';
import './message.css';

const channelNumbers = ['total', 'waiting', 'sent', 'delivered', 'opened', 'failed', 'blocked'] as const;
const osNumbers = ['total', 'delivered', 'opened', 'failed'] as const;
const curves = ['sent', 'delivered', 'opened'] as const;

type Words = ReturnType<typeof useMessageWords>;

const numberColumn = <K extends (typeof channelNumbers)[number]>(words: Words, key: K) => ({
  key,
  label: words(key),
  align: 'end' as const,
  num: true,
  render: (one: Readonly<Record<K, number>>) => formatNumber(one[key]),
});

function Channels({ data }: { readonly data: MessageStatistics }): ReactNode {
  const words = useMessageWords();
  const dict = useDictLookup();
  return (
    <Section
      title={words('target', { n: formatNumber(data.target) })}
      extra={data.remaining === 0 ? undefined : words('remaining', { n: formatNumber(data.remaining) })}
    >
      <DataTable<ChannelCounts>
        label={words('statistics')}
        rows={data.channels}
        rowKey={({ receiver, channel }) => `${receiver}.${channel}`}
        empty={words('nothing')}
        lines
        columns={[
          {
            key: 'receiver',
            label: words('receiver'),
            head: true,
            render: ({ receiver }) => dict('NoticeReceiver', receiver)?.name,
          },
          { key: 'channel', label: words('channel'), render: ({ channel }) => dict('PushChannel', channel)?.name },
          ...channelNumbers.map((key) => numberColumn(words, key)),
        ]}
      />
    </Section>
  );
}

function Hours({ hours }: { readonly hours: readonly HourCounts[] }): ReactNode {
  const words = useMessageWords();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis' },
      legend: {},
      grid: { left: 4, right: 4, top: 40, bottom: 4, containLabel: true },
      xAxis: {
        type: 'category',
        data: hours.map(({ hour }) => hour),
        axisLabel: { formatter: (hour: string) => hour.slice(5, 16) },
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: curves.map((key) => ({ type: 'line', name: words(key), data: hours.map((one) => one[key]) })),
    }),
    [hours, words],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'hour', title: words('hour') },
        ...curves.map((key) => ({ key, title: words(key), align: 'right' as const })),
      ],
      rows: hours.map(({ hour, ...numbers }) => ({
        hour,
        ...Object.fromEntries(curves.map((key) => [key, formatNumber(numbers[key])])),
      })),
    }),
    [hours, words],
  );
  return (
    <Section title={words('hours')}>
      <Chart label={words('hours')} option={option} table={table} height={240} />
    </Section>
  );
}

function Platforms({ byOs }: { readonly byOs: readonly OsCounts[] }): ReactNode {
  const words = useMessageWords();
  const dict = useDictLookup();
  return (
    <Section title={words('byOs')}>
      <DataTable<OsCounts>
        label={words('byOs')}
        rows={byOs}
        rowKey={({ os }) => os}
        lines
        columns={[
          {
            key: 'os',
            label: words('os'),
            head: true,
            render: ({ os }) => (os === '' ? words('unknownOs') : dict('ClientOs', os)?.name),
          },
          ...osNumbers.map((key) => numberColumn(words, key)),
        ]}
      />
    </Section>
  );
}

function Causes({ causes }: { readonly causes: MessageStatistics['causes'] }): ReactNode {
  const words = useMessageWords();
  const pick = usePick();
  return (
    <Section title={words('causes')}>
      <DataTable
        label={words('causes')}
        rows={causes}
        rowKey={({ code }) => code}
        lines
        columns={[
          {
            key: 'code',
            label: words('cause'),
            head: true,
            render: ({ code }) => {
              const text = causeTexts[code];
              return text === undefined ? code : pick(text);
            },
          },
          { key: 'n', label: words('records'), align: 'end', num: true, render: ({ n }) => formatNumber(n) },
        ]}
      />
    </Section>
  );
}

/** What became of a message, from its records. */
export function Statistics({ data }: { readonly data: MessageStatistics }): ReactNode {
  return (
    <div className="ms-statistics">
      <Channels data={data} />
      {data.hours.length === 0 ? null : <Hours hours={data.hours} />}
      {data.byOs.length === 0 ? null : <Platforms byOs={data.byOs} />}
      {data.causes.length === 0 ? null : <Causes causes={data.causes} />}
      <MessageSources />
    </div>
  );
}
