import { Alert } from 'antd';
import { useRef, type ReactNode } from 'react';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { otaTask } from '@wheelhouse/entities/ota/ota-task';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { DetailBar } from '../../../entity-ui/detail/DetailBar.tsx';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { History } from '../../../entity-ui/detail/History.tsx';
import { RecordPage } from '../../../entity-ui/detail/RecordPage.tsx';
import { RecordSections } from '../../../entity-ui/detail/Sections.tsx';
import { StateTags } from '../../../entity-ui/detail/StateTags.tsx';
import { useLocalListState } from '../../../entity-ui/list/useListState.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useTitleOf } from '../../../entity-ui/title.ts';
import { ByCode } from './ByCode.tsx';
import { otaTaskOverride } from './otaTask.override.tsx';
import { useFollowed } from './useFollowed.ts';
import { usePage } from '../../../routing/page.ts';
import { parentOf } from '../../../routing/routes.ts';
import { PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { Curve, Results } from './monitor/Charts.tsx';
import { EmergencyScope } from './monitor/EmergencyScope.tsx';
import { Executions } from './monitor/Executions.tsx';
import { Progress } from './monitor/Progress.tsx';
import { Stages } from './monitor/Stages.tsx';
import { useMonitorTexts } from './monitor/texts.ts';
import './monitor/monitor.css';

const entity = plain(otaTask);
const { draft, running, paused, waiting, inReview, withdrawn } = otaMachines['SM-OtaTask'].states;
const notBegun: ReadonlySet<number> = new Set([draft, inReview, waiting, withdrawn]);
const facts = ['taskNo', 'firmwareId', 'deviceType', 'upgradeMode', 'startTime', 'endTime', 'createBy', 'auditorId'];
const stepsShown = 3;
const refreshMs = 5_000;

/** One task: how far it is, what it waits for, what went wrong with which vehicle, and the ways to steer it. */
export default function OtaTaskMonitor(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <Task row={row} reload={reload} />}</RecordPage>;
}

type Task = RowOf<'otaTask'>;

/** What has to be known before anything else. */
function Notices({ row }: { readonly row: Task }): ReactNode {
  const texts = useMonitorTexts();
  const status = Number(row.status);
  if (status === paused)
    return row.autoPaused === 1 ? (
      <Alert
        type="error"
        showIcon
        title={texts('pausedByRule')}
        description={[row.pausedReason, texts('resumeHint')].filter(Boolean).join(' · ')}
      />
    ) : (
      <Alert type="warning" showIcon title={texts('paused')} description={row.pausedReason} />
    );
  if (status === draft && row.auditRemark)
    return <Alert type="warning" showIcon title={texts('rejected', { reason: row.auditRemark })} />;
  return null;
}

function Task({ row, reload }: { readonly row: Task; readonly reload: () => void }): ReactNode {
  const titleOf = useTitleOf();
  const common = useEntityTexts();
  const page = usePage();
  const status = Number(row.status);
  const isRunning = status === running;
  const hasBegun = !notBegun.has(status);
  useFollowed({ entity: 'otaTask', id: row.id, refreshMs }, isRunning);
  const actions = useRecordActions(
    entity,
    ({ key }) => {
      if (key === 'delete') void page.close({ to: parentOf(page.route)?.path ?? '/', discard: true });
      else reload();
    },
    { asks: { emergencyStop: EmergencyScope }, starts: { nextStage: () => ({ stage: row.currentStage + 1 }) } },
  );
  return (
    <PageBody>
      <PageHeader
        title={titleOf(entity, row)}
        extra={<StateTags entity={entity} override={otaTaskOverride} row={row} />}
        description={<Facts entity={entity} override={otaTaskOverride} row={row} names={facts} />}
        actions={
          <DetailBar entity={entity} override={otaTaskOverride} row={row} actions={actions} open={stepsShown} primary />
        }
      />
      <Notices row={row} />
      {hasBegun ? <Rollout row={row} isRunning={isRunning} /> : null}
      <RecordSections entity={entity} override={otaTaskOverride} row={row} filled />
      <Section title={common('history')}>
        <History entity={entity} id={row.id} />
      </Section>
    </PageBody>
  );
}

/** What the task has come to, as it goes on. */
function Rollout({ row, isRunning }: { readonly row: Task; readonly isRunning: boolean }): ReactNode {
  const texts = useMonitorTexts();
  const handle = useLocalListState();
  const table = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useCall('/ps/crm/otaTask/monitor', { id: row.id }, { inlineErrors: true });
  const show: typeof handle.set = (change) => {
    handle.set(change);
    table.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Progress row={row} data={data} handle={{ ...handle, set: show }} isRunning={isRunning} />
          <Section title={texts('stages')}>
            <Stages stages={data.stages} />
          </Section>
          <div className="om-charts">
            <div className="om-wide">
              <Curve series={data.series} />
            </div>
            <ByCode byCode={data.byCode} onPick={(code) => show({ query: { 'failCode.eq': code } })} />
            <Results data={data} />
          </div>
        </>
      )}
      <div ref={table}>
        <Executions task={row} handle={handle} failed={data?.counts.failed ?? 0} />
      </div>
    </>
  );
}
