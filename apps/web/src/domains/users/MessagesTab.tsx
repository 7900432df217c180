import { useState, type ReactNode } from 'react';
import type { SentMessage, MessageKind } from '@wheelhouse/contract/calls/messages/messages';
import { useCall } from '../../api/query.ts';
import { Pager } from '../../entity-ui/list/Pager.tsx';
import { usePick, useTexts, type Texts } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { Section } from '../../ui/Layout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { PendingState } from '../../ui/States.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateTime, LabelTag, StatusTag } from '../../ui/Values.tsx';
import { causeTexts } from '../messages/texts.ts';

const texts = {
  messages: { zh: '发给用户的消息', en: 'Messages to the user' },
  kind: { zh: '类别', en: 'Kind' },
  all: { zh: '全部', en: 'All' },
  activity: { zh: '活动', en: 'Campaign' },
  system: { zh: '系统', en: 'System' },
  service: { zh: '服务', en: 'Service' },
  alarm: { zh: '报警', en: 'Alarm' },
  message: { zh: '消息', en: 'Message' },
  hidden: {
    zh: '内容可能含车辆位置，没有查看权限',
    en: 'May reveal a vehicle’s position, which you are not allowed to see',
  },
  withdrawn: { zh: '已撤回', en: 'Withdrawn' },
  channels: { zh: '推送', en: 'Also sent by' },
  sendTime: { zh: '发送时间', en: 'Sent at' },
  readTime: { zh: '阅读时间', en: 'Read at' },
  nothing: { zh: '没有消息', en: 'No messages' },
} as const satisfies Texts;

const kinds: readonly MessageKind[] = ['activity', 'system', 'service', 'alarm'];
const pageSize = 20;

/** What became of a message on the channels beside the inbox. */
function Channels({ channels }: Pick<SentMessage, 'channels'>): ReactNode {
  const dict = useDictLookup();
  const pick = usePick();
  return channels.map(([channel, status, failCode]) => {
    const state = dict('PushStatus', status);
    const cause = failCode === null ? undefined : causeTexts[failCode];
    return (
      <span key={channel} title={cause === undefined ? (failCode ?? undefined) : pick(cause)}>
        {dict('PushChannel', channel)?.name} <StatusTag color={state?.color}>{state?.name}</StatusTag>{' '}
      </span>
    );
  });
}

/** What was sent to the user, the newest first. */
export default function MessagesTab({ row }: { readonly row: { readonly id: string } }): ReactNode {
  const t = useTexts(texts);
  const [kind, setKind] = useState<MessageKind | ''>('');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    '/user/crm/appUser/messages',
    { id: row.id, page, pageSize, ...(kind !== '' && { kind }) },
    { inlineErrors: true, keepPrevious: true },
  );
  const choose = (next: MessageKind | ''): void => {
    setKind(next);
    setPage(1);
  };
  const messageOf = ({ title, body, withdrawn }: SentMessage): ReactNode =>
    title === null ? (
      <span className="wh-faint">{t('hidden')}</span>
    ) : (
      <span className="eu-identity">
        <span>
          {title} {withdrawn === 1 ? <LabelTag>{t('withdrawn')}</LabelTag> : null}
        </span>
        {body === null ? null : <small>{body}</small>}
      </span>
    );
  return (
    <Section
      flush
      title={t('messages')}
      extra={
        <Segments
          label={t('kind')}
          options={[{ key: '' as const, label: t('all') }, ...kinds.map((key) => ({ key, label: t(key) }))]}
          value={kind}
          onChange={choose}
        />
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable<SentMessage>
            label={t('messages')}
            rows={data.list}
            rowKey={({ id }) => id}
            empty={t('nothing')}
            lines
            columns={[
              { key: 'kind', label: t('kind'), render: (one) => t(one.kind) },
              { key: 'message', label: t('message'), head: true, render: messageOf },
              { key: 'channels', label: t('channels'), render: (one) => <Channels channels={one.channels} /> },
              { key: 'sendTime', label: t('sendTime'), render: (one) => <DateTime value={one.sendTime} /> },
              { key: 'readTime', label: t('readTime'), render: (one) => <DateTime value={one.readTime} /> },
            ]}
          />
          {data.total > pageSize ? (
            <Pager page={page} size={pageSize} total={data.total} more={data.more} onPage={setPage} />
          ) : null}
        </>
      )}
    </Section>
  );
}
