import type { WorkRow, WorkState } from '@wheelhouse/contract/calls/access/work';
import type { ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag, TimeAgo } from '../../../ui/Values.tsx';
import { LogTable, type LogColumn } from './LogTable.tsx';
import { PartNav } from './PartNav.tsx';
import { logPaths } from './paths.ts';
import { logTexts, useLogTexts } from './texts.ts';

/** Makes a row, or all that wait for another attempt, due now: a worker takes them within seconds. */
function Retry({ code, id }: { readonly code: string; readonly id?: string }): ReactNode {
  const texts = useLogTexts();
  const retry = useAction('/system/crm/work/retry', {
    invalidates: ['/system/crm/work'],
    done: ({ changed }) => texts('retried', { n: changed }),
  });
  return (
    <button
      type="button"
      className="wh-link-button"
      disabled={retry.isPending}
      onClick={() => retry.mutate({ work: code, ...(id !== undefined && { row: id }) })}
    >
      {texts(id === undefined ? 'retryAll' : 'retryNow')}
    </button>
  );
}

const rowColumns: readonly LogColumn<WorkRow>[] = [
  { key: 'id', label: logTexts.row, cell: (row) => <span className="wh-num">{row.id}</span> },
  { key: 'due', label: logTexts.nextAttempt, cell: (row) => <DateTime value={row.due} /> },
  { key: 'leased', label: logTexts.workState, cell: (row) => <State row={row} /> },
  { key: 'attempts', label: logTexts.failures, cell: (row) => <span className="wh-num">{row.attempts}</span> },
  { key: 'error', label: logTexts.lastError, cell: (row) => row.error ?? <span className="wh-faint">{none}</span> },
];

/** It waits for another attempt. */
const isFailing = ({ leased, attempts }: WorkRow): boolean => leased === 0 && attempts > 0;

function State({ row }: { readonly row: WorkRow }): ReactNode {
  const texts = useLogTexts();
  if (row.leased === 1) return <StatusTag color="primary">{texts('leased')}</StatusTag>;
  if (isFailing(row)) return <StatusTag color="warning">{texts('failing')}</StatusTag>;
  return <StatusTag color="default">{texts('due')}</StatusTag>;
}

/** What there is of each work; its name leads to its rows. */
function Works({ onOpen }: { readonly onOpen: (code: string) => void }): ReactNode {
  const pick = usePick();
  const texts = useLogTexts();
  const can = useCan();
  const { data, error, refetch } = useCall('/system/crm/work/list', {}, { inlineErrors: true });
  const number = (key: 'waiting' | 'leased' | 'failing', label: string): TableColumn<WorkState> => ({
    key,
    label,
    align: 'end',
    num: true,
    render: (row) => formatNumber(row[key]),
  });
  const columns: readonly TableColumn<WorkState>[] = [
    {
      key: 'code',
      label: texts('work'),
      head: true,
      render: ({ code, label }) => (
        <button type="button" className="wh-link-button" title={code} onClick={() => onOpen(code)}>
          {pick(label)}
        </button>
      ),
    },
    number('waiting', texts('due')),
    { key: 'since', label: texts('since'), render: ({ since }) => <TimeAgo value={since} /> },
    number('leased', texts('leased')),
    number('failing', texts('failing')),
  ];
  const actions: TableColumn<WorkState> = {
    key: 'retry',
    label: texts('action'),
    edge: 'end',
    render: ({ code, failing }) => (failing > 0 ? <Retry code={code} /> : null),
  };
  return (
    <section className="wh-section">
      <DataTable
        label={texts('work')}
        columns={can('operatorManage.work') ? [...columns, actions] : columns}
        rows={data}
        rowKey={({ code }) => code}
        error={error}
        onRetry={() => void refetch()}
      />
    </section>
  );
}

/** What is done later or elsewhere: what waits, since when, and why it has failed. */
export function WorkPart(): ReactNode {
  const pick = usePick();
  const texts = useLogTexts();
  const can = useCan();
  const page = usePage();
  const code = page.search.get('code');
  const { data: works } = useCall('/system/crm/work/list', {}, { inlineErrors: true });
  const opened = works?.find((work) => work.code === code);
  const at = Number(page.search.get('page') ?? 1) || 1;
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} />
      <PartNav />
      <Works onOpen={(next) => page.setSearch({ view: 'work', code: next })} />
      {code === null ? null : (
        <LogTable<WorkRow>
          key={code}
          path={logPaths.workRows}
          label={logTexts.waitingRows}
          title={texts('waitingRowsOf', { work: opened === undefined ? code : pick(opened.label) })}
          columns={rowColumns}
          {...(can('operatorManage.work') && {
            actions: (row: WorkRow) => (isFailing(row) ? <Retry code={code} id={row.id} /> : null),
          })}
          body={{ work: code }}
          page={at}
          onPage={(next) => page.setSearch({ view: 'work', code, page: next === 1 ? undefined : next })}
        />
      )}
    </PageBody>
  );
}
