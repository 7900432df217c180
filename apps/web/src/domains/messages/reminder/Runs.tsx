import { useState, type ReactNode } from 'react';
import type { ReminderRecipient, ReminderRun } from '@wheelhouse/contract/calls/messages/reminders';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useLive } from '../../../api/live.ts';
import { invalidate, useCall } from '../../../api/query.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { causeTexts } from '../texts.ts';
import { useReminderTexts } from './texts.ts';
import './reminder.css';

const runsPath = '/msg/crm/serviceMessage/runs';
const recipientsPath = '/msg/crm/serviceMessage/recipients';
const pageSize = 20;
const numbers = ['hit', 'sent', 'failed', 'skipped', 'costMs'] as const;

/** Each channel with what became of it; the reason is its title. */
function Channels({ channels }: Pick<ReminderRecipient, 'channels'>): ReactNode {
  const dict = useDictLookup();
  const pick = usePick();
  if (channels.length === 0) return none;
  return (
    <span className="rm-channels">
      {channels.map(({ channel, status, failCode }) => {
        const state = dict('PushStatus', status);
        const cause = failCode === null ? undefined : causeTexts[failCode];
        return (
          <span key={channel} title={cause === undefined ? (failCode ?? undefined) : pick(cause)}>
            <StatusTag color={state?.color ?? 'default'}>
              {dict('PushChannel', channel)?.name} {state?.name}
            </StatusTag>
          </span>
        );
      })}
    </span>
  );
}

function Recipients({ id, runId }: { readonly id: string; readonly runId: string | undefined }): ReactNode {
  const texts = useReminderTexts();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    recipientsPath,
    { id, page, pageSize, ...(runId !== undefined && { runId }) },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <>
      <DataTable
        lines
        label={texts('recipients')}
        rows={data?.list}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(one) => `${one.runId}.${one.vehicleId}`}
        empty={texts('noRecipients')}
        columns={[
          { key: 'vin', label: texts('vin'), head: true, num: true, render: ({ vin }) => vin ?? none },
          { key: 'owner', label: texts('owner'), render: ({ nickname }) => nickname ?? none },
          { key: 'mobile', label: texts('mobile'), num: true, render: ({ mobile }) => mobile ?? none },
          { key: 'runTime', label: texts('runTime'), num: true, render: ({ runTime }) => runTime },
          { key: 'channels', label: texts('channels'), render: ({ channels }) => <Channels channels={channels} /> },
        ]}
      />
      <Pager page={page} size={pageSize} total={data?.total ?? 0} more={data?.more} onPage={setPage} />
    </>
  );
}

/** Runs of a reminder, and to whom one of them, or all, sent it. */
export default function Runs({ row }: { readonly row: RowOf<'serviceMessage'> }): ReactNode {
  const texts = useReminderTexts();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReminderRun>();
  const { data, error, refetch } = useCall(
    runsPath,
    { id: row.id, page, pageSize },
    { inlineErrors: true, keepPrevious: true },
  );
  useLive([`serviceMessage:${row.id}`], () => void invalidate(runsPath, recipientsPath));
  return (
    <div className="rm-runs">
      <Section title={texts('runs')}>
        <DataTable
          lines
          label={texts('runs')}
          rows={data?.list}
          error={error}
          onRetry={() => void refetch()}
          rowKey={({ id }) => id}
          empty={texts('noRuns')}
          columns={[
            { key: 'runTime', label: texts('runTime'), head: true, num: true, render: ({ runTime }) => runTime },
            ...numbers.map((key) => ({
              key,
              label: texts(key),
              align: 'end' as const,
              num: true,
              render: (one: ReminderRun) => formatNumber(one[key]),
            })),
            {
              key: 'recipients',
              label: texts('recipients'),
              quiet: true,
              render: (one) => (
                <Button type="link" size="small" onClick={() => setChosen(one)}>
                  {texts('ofRun')}
                </Button>
              ),
            },
          ]}
        />
        <Pager page={page} size={pageSize} total={data?.total ?? 0} onPage={setPage} />
      </Section>
      <Section
        title={chosen === undefined ? texts('recipients') : `${texts('recipients')} · ${chosen.runTime}`}
        extra={
          chosen === undefined ? undefined : (
            <Button type="link" size="small" onClick={() => setChosen(undefined)}>
              {texts('allRuns')}
            </Button>
          )
        }
      >
        <Recipients key={chosen?.id ?? ''} id={row.id} runId={chosen?.id} />
      </Section>
    </div>
  );
}
