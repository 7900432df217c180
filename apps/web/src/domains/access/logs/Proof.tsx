import type { ProofCheck, ProofReport, ProofRun } from '@wheelhouse/contract/calls/proof';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { invalidate, useAction, useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useDetailHref } from '../../../routing/entity-routes.ts';
import { usePage } from '../../../routing/page.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataTable, type RowMore, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { LogTable, type LogColumn } from './LogTable.tsx';
import { PartNav } from './PartNav.tsx';
import { logPaths } from './paths.ts';
import { proofTexts, useProofTexts } from './proof-texts.ts';

/** While a run is waited for, it is asked whether there is one. */
const waitMs = 2_000;

const isWrong = ({ wrongCount, error }: ProofCheck): boolean => wrongCount > 0 || error !== null;

function State({ check }: { readonly check: ProofCheck }): ReactNode {
  const texts = useProofTexts();
  if (check.error !== null) return <StatusTag color="warning">{texts('failed')}</StatusTag>;
  if (check.wrongCount > 0) return <StatusTag color="danger">{texts('wrong')}</StatusTag>;
  return <StatusTag color="success">{texts('right')}</StatusTag>;
}

/** What is wrong, each with the record that it is about. */
function Found({ check }: { readonly check: ProofCheck }): ReactNode {
  const pick = usePick();
  const texts = useProofTexts();
  const detailHref = useDetailHref();
  const { wrong, wrongCount, error } = check;
  return (
    <>
      {error === null ? null : <p className="sm-proof-note">{texts('failedWhy', { error })}</p>}
      <ul className="sm-proof-found">
        {wrong.map(({ name, text, entity, record }, at) => {
          const href = entity === null ? undefined : detailHref(entity, record);
          return (
            <li key={at}>
              {href === undefined ? <b>{name}</b> : <Link to={href}>{name}</Link>} {pick(text)}
            </li>
          );
        })}
      </ul>
      {wrongCount > wrong.length ? (
        <p className="sm-proof-note">{texts('more', { n: formatNumber(wrongCount - wrong.length) })}</p>
      ) : null}
    </>
  );
}

function useColumns(): readonly TableColumn<ProofCheck>[] {
  const pick = usePick();
  const texts = useProofTexts();
  return [
    { key: 'check', label: texts('check'), head: true, width: 130, render: ({ label }) => pick(label) },
    { key: 'state', label: texts('state'), width: 90, render: (check) => <State check={check} /> },
    {
      key: 'proves',
      label: texts('proves'),
      width: 260,
      render: ({ proves, code }) => (proves === null ? <span className="wh-faint">{code}</span> : pick(proves)),
    },
    {
      key: 'checked',
      label: texts('checked'),
      align: 'end',
      num: true,
      render: ({ checked }) => formatNumber(checked),
    },
    {
      key: 'wrong',
      label: texts('wrongCount'),
      align: 'end',
      num: true,
      render: ({ wrongCount, error }) => (error === null ? formatNumber(wrongCount) : none),
    },
    {
      key: 'time',
      label: texts('duration'),
      align: 'end',
      num: true,
      render: ({ durationMs }) => texts('ms', { n: formatNumber(durationMs) }),
    },
  ];
}

/** Whether what is shown is what was signed. */
function Signature({ report }: { readonly report: ProofReport }): ReactNode {
  const texts = useProofTexts();
  const { signature, publicKey, hash } = report;
  const title = `Ed25519 ${publicKey}\nSHA-256 ${hash}`;
  const color = signature === 'broken' ? 'danger' : signature === 'otherKey' ? 'warning' : 'success';
  return (
    <span title={title}>
      <StatusTag color={color}>{texts(signature)}</StatusTag>
    </span>
  );
}

function Summary({ report }: { readonly report: ProofReport }): ReactNode {
  const texts = useProofTexts();
  const { time, by, checks, wrong, seconds, publicKey } = report;
  return (
    <div className="sm-proof-summary">
      <strong data-wrong={wrong > 0 || undefined}>
        {wrong === 0 ? texts('allRight', { n: checks }) : texts('someWrong', { n: wrong, all: checks })}
      </strong>
      <span>
        <DateTime value={time} /> · {by ?? texts('night')} · {texts('seconds', { n: formatNumber(seconds, 1) })}
      </span>
      <span>
        <Signature report={report} /> <code title={texts('keyNote')}>{publicKey.slice(0, 16)}</code>
      </span>
    </div>
  );
}

function Report({ report }: { readonly report: ProofReport }): ReactNode {
  const texts = useProofTexts();
  const columns = useColumns();
  const results = report.results.toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a)));
  const more = (check: ProofCheck): RowMore | undefined =>
    isWrong(check) ? { label: texts('show'), content: <Found check={check} /> } : undefined;
  return (
    <section className="wh-section">
      <Summary report={report} />
      <DataTable
        label={texts('results')}
        columns={columns}
        rows={results}
        rowKey={({ code }) => code}
        {...(results.some(isWrong) && { more: { label: texts('found'), of: more } })}
      />
    </section>
  );
}

/** Runs, the newest first; the time of one opens it. */
function Runs({ at, onOpen }: { readonly at: number; readonly onOpen: (id: string) => void }): ReactNode {
  const texts = useProofTexts();
  const page = usePage();
  const columns: readonly LogColumn<ProofRun>[] = [
    {
      key: 'time',
      label: proofTexts.time,
      cell: ({ id, time }) => (
        <button type="button" className="wh-link-button" onClick={() => onOpen(id)}>
          <DateTime value={time} />
        </button>
      ),
    },
    { key: 'by', label: proofTexts.by, cell: ({ by }) => by ?? texts('night') },
    { key: 'checks', label: proofTexts.checks, cell: ({ checks }) => <span className="wh-num">{checks}</span> },
    {
      key: 'wrong',
      label: proofTexts.wrongChecks,
      cell: ({ wrong }) =>
        wrong === 0 ? <span className="wh-num">0</span> : <StatusTag color="danger">{wrong}</StatusTag>,
    },
    {
      key: 'seconds',
      label: proofTexts.duration,
      cell: ({ seconds }) => <span className="wh-num">{texts('seconds', { n: formatNumber(seconds, 1) })}</span>,
    },
    { key: 'version', label: proofTexts.version, cell: ({ version }) => version },
  ];
  return (
    <LogTable<ProofRun>
      path={logPaths.proofRuns}
      label={proofTexts.runs}
      title={texts('runs')}
      columns={columns}
      body={{}}
      page={at}
      size={10}
      onPage={(next) => page.setSearch({ view: 'proof', page: next === 1 ? undefined : next })}
    />
  );
}

/** What the installation has found out about its own data, every night and when somebody asks. */
export function ProofPart(): ReactNode {
  const pick = usePick();
  const texts = useProofTexts();
  const page = usePage();
  const id = page.search.get('id') ?? undefined;
  const at = Number(page.search.get('page') ?? 1) || 1;
  const run = useAction('/system/crm/proof/run', {
    invalidates: ['/system/crm/proof'],
    done: () => texts('asked'),
  });
  const { data, error, refetch } = useCall('/system/crm/proof/report', id === undefined ? {} : { id }, {
    inlineErrors: true,
    keepPrevious: true,
  });
  const waits = typeof data?.asked === 'string';
  useCall('/system/crm/proof/report', {}, { inlineErrors: true, refetchInterval: waits ? waitMs : false });
  const newest = data?.report?.id;
  useEffect(() => {
    // A run that has ended meanwhile is listed.
    if (!waits) void invalidate('/system/crm/proof/list');
  }, [waits, newest]);
  const start = (): void => {
    page.setSearch({ view: 'proof' });
    run.mutate({});
  };
  const button = (
    <Button type="primary" loading={run.isPending || waits} onClick={start}>
      {texts(waits ? 'running' : 'runNow')}
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} description={texts('note')} actions={button} />
      <PartNav />
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : data.report === null ? (
        <section className="wh-section">
          <EmptyState title={texts('noRun')} />
        </section>
      ) : (
        <Report report={data.report} />
      )}
      <Runs at={at} onOpen={(next) => page.setSearch({ view: 'proof', id: next })} />
    </PageBody>
  );
}
