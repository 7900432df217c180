import { DownloadOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import type { Recipient } from '@wheelhouse/contract/calls/messages/messages';
import type { RowOf } from '@wheelhouse/entities/rows';
import { downloadExport } from '../../../api/files.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useDict, useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { causeTexts, useMessageWords } from '../texts.ts';
import '../message.css';

const ReasonDialog = dialogPart(() => import('../../../entity-ui/actions/ReasonDialog.tsx'));

const pageSize = 20;
const times = ['sendTime', 'deliverTime', 'clickTime'] as const;

interface Shown {
  readonly id: string;
  readonly query: { readonly status?: number };
}

/** Downloads the recipients that are shown, with their numbers. */
function Export({ id, query }: Shown): ReactNode {
  const words = useMessageWords();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const take = useAction('/msg/crm/activityMessage/exportRecipients', {
    done: words('exported'),
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  if (!can('operationActivityManage.export') || !can('privacy.export')) return null;
  const close = (reason: string | null): void => {
    setAsking(false);
    if (reason !== null) take.mutate({ id, query, reason });
  };
  return (
    <>
      <Button icon={<DownloadOutlined />} loading={take.isPending} onClick={() => setAsking(true)}>
        {words('export')}
      </Button>
      {asking ? <ReasonDialog title={words('export')} hint={words('exportHint')} min={5} onClose={close} /> : null}
    </>
  );
}

/** Who gets a campaign message, a row a channel, by what became of it. */
export default function Recipients({ row }: { readonly row: RowOf<'activityMessage'> }): ReactNode {
  const words = useMessageWords();
  const pick = usePick();
  const dict = useDictLookup();
  const statuses = useDict('PushStatus');
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(1);
  const query = status === '' ? {} : { status: Number(status) };
  const { data, error, refetch } = useCall(
    '/msg/crm/activityMessage/recipients',
    { id: row.id, page, pageSize, query },
    { inlineErrors: true, keepPrevious: true },
  );
  const choose = (next: string): void => {
    setStatus(next);
    setPage(1);
  };
  const statusOf = (one: Recipient): ReactNode => {
    const entry = dict('PushStatus', one.status);
    return <StatusTag color={entry?.color}>{entry?.name}</StatusTag>;
  };
  const causeOf = ({ failCode }: Recipient): ReactNode => {
    const text = failCode === null ? undefined : causeTexts[failCode];
    return text === undefined ? failCode : pick(text);
  };
  return (
    <Section title={words('recipients')} extra={<Export id={row.id} query={query} />}>
      <div className="ms-filter">
        <Segments
          label={words('status')}
          options={[
            { key: '', label: words('anyStatus') },
            ...statuses.map(({ code, name }) => ({ key: code, label: name })),
          ]}
          value={status}
          onChange={choose}
        />
      </div>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable<Recipient>
            label={words('recipients')}
            rows={data.list}
            rowKey={({ pushId, channel }) => `${pushId}.${channel}`}
            empty={words('nobody')}
            lines
            columns={[
              { key: 'user', label: words('user'), head: true, render: (one) => one.nickname ?? one.userId },
              { key: 'mobile', label: words('mobile'), num: true, render: (one) => one.mobile },
              { key: 'channel', label: words('channel'), render: (one) => dict('PushChannel', one.channel)?.name },
              { key: 'status', label: words('status'), render: statusOf },
              { key: 'cause', label: words('cause'), render: causeOf },
              ...times.map((key) => ({
                key,
                label: words(key),
                render: (one: Recipient) => <DateTime value={one[key]} />,
              })),
            ]}
          />
          <Pager page={page} size={pageSize} total={data.total} more={data.more} onPage={setPage} />
        </>
      )}
    </Section>
  );
}
