import type { ReactNode } from 'react';
import type { ChannelCounts } from '@wheelhouse/contract/calls/messages';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useLive } from '../../api/live.ts';
import { invalidate, useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { PendingState } from '../../ui/States.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { causeTexts, useNoticeWords } from './texts.ts';
import './notice.css';

const numbers = ['total', 'waiting', 'sent', 'delivered', 'opened', 'failed', 'blocked'] as const;
const path = '/msg/crm/systemMessage/statistics';

/** What became of a notice, from its records; it moves as the notice is sent and read. */
export default function Statistics({ row }: { readonly row: RowOf<'systemMessage'> }): ReactNode {
  const words = useNoticeWords();
  const dict = useDictLookup();
  const pick = usePick();
  const { data, error, refetch } = useCall(path, { id: row.id }, { inlineErrors: true });
  // The record's own page moves on to the next state with it.
  useLive([`systemMessage:${row.id}`], () => void invalidate(path, '/msg/crm/systemMessage/detail'));
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const number = (key: (typeof numbers)[number]) => ({
    key,
    label: words(key),
    align: 'end' as const,
    num: true,
    render: (one: ChannelCounts) => formatNumber(one[key]),
  });
  return (
    <div className="nt-statistics">
      <Section
        title={words('target', { n: formatNumber(data.target) })}
        extra={data.remaining === 0 ? undefined : words('remaining', { n: formatNumber(data.remaining) })}
      >
        <DataTable
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
            ...numbers.map(number),
          ]}
        />
      </Section>
      {data.causes.length === 0 ? null : (
        <Section title={words('causes')}>
          <DataTable
            label={words('causes')}
            rows={data.causes}
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
      )}
    </div>
  );
}
