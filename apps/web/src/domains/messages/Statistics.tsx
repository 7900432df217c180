import { useMemo, type ReactNode } from 'react';
import type {
  ChannelCounts,
  HourCounts,
  MessageStatistics,
  OsCounts,
} from '@wheelhouse/contract/calls/messages/messages';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../ui/chart/counts.ts';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { MessageSources } from '../templates/MessageSources.tsx';
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

const percentOf = (part: number, whole: number): string => formatPercent(whole === 0 ? 0 : (100 * part) / whole, 1);

/** When people read it. Nearly all is sent and delivered in the first hour: beside that nothing else would be seen, so it is said. */
function Hours({ hours }: { readonly hours: readonly HourCounts[] }): ReactNode {
  const words = useMessageWords();
  const sum = (key: (typeof curves)[number]): number => hours.reduce((all, hour) => all + hour[key], 0);
  const [sent, delivered, opened] = [sum('sent'), sum('delivered'), sum('opened')];
  const counts = useMemo(
    () =>
      countsOverTime(hours, {
        time: ({ hour }) => hour,
        title: words('hour'),
        keys: curves,
        tableOnly: opened > 0 ? ['sent', 'delivered'] : ['delivered', 'opened'],
        name: words,
        short: (hour) => hour.slice(5, 16),
        bars: 'grouped',
        newestFirst: false,
      }),
    [hours, words, opened],
  );
  return (
    <Section title={words(opened > 0 ? 'openedHours' : 'sentHours')}>
      <Chart
        label={words(opened > 0 ? 'openedHours' : 'sentHours')}
        height={240}
        {...counts}
        says={words('hoursSay', {
          sent: formatNumber(sent),
          delivered: percentOf(delivered, sent),
          opened: percentOf(opened, delivered),
          half: halfOf(hours),
        })}
      />
    </Section>
  );
}

/** In how many hours half of those who read it had done so. */
function halfOf(hours: readonly HourCounts[]): number {
  const all = hours.reduce((sum, { opened }) => sum + opened, 0);
  let read = 0;
  return hours.findIndex(({ opened }) => (read += opened) >= all / 2) + 1;
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
