import type { ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { otaExecutionOld } from '@wheelhouse/entities/ota/ota-execution-old';
import { vinsIn } from '@wheelhouse/entities/ota/ota-task-rules';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import { useAction } from '../../../../api/query.ts';
import { ExportButton } from '../../../../entity-ui/export/ExportButton.tsx';
import { Counters } from '../../../../entity-ui/list/Counters.tsx';
import { EntityList } from '../../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../../entity-ui/list/useList.ts';
import { useLocalListState, type ListStateHandle } from '../../../../entity-ui/list/useListState.ts';
import { textOf } from '../../../../entity-ui/model.ts';
import { askConfirm } from '../../../../lib/confirm.ts';
import { useCan } from '../../../../session/session.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Layout.tsx';
import { LiveBadge } from '../../../../ui/LiveBadge.tsx';
import { ProgressBar } from '../Progress.tsx';
import { useOtaTexts } from '../texts.ts';
import { useFollowed } from '../useFollowed.ts';
import '../ota.css';
import '../vehicles.css';

const entity = plain(otaExecutionOld);
const { draft, running } = otaMachines['SM-OtaTaskOld'].states;
const { waiting, upgrading, succeeded, failed, cancelled } = codes.OtaExecOldStatus;
const refreshMs = 10_000;

type Task = RowOf<'otaTaskOld'>;

/** How far a task is; a number shows the vehicles that it counts. */
function Head({ row, handle }: { readonly row: Task; readonly handle: ListStateHandle }): ReactNode {
  const texts = useOtaTexts();
  const shares = {
    target: row.targetCount,
    succeeded: row.successCount ?? 0,
    failed: row.failedCount ?? 0,
    running: row.runningCount ?? 0,
    notStarted: row.notStartedCount ?? 0,
  };
  const figures = [
    { key: 'target', count: shares.target, state: undefined },
    { key: 'waiting', count: shares.notStarted, state: waiting },
    { key: 'upgrading', count: shares.running, state: upgrading },
    { key: 'succeeded', count: shares.succeeded, state: succeeded },
    { key: 'failed', count: shares.failed, state: failed },
    { key: 'cancelled', count: row.cancelledCount ?? 0, state: cancelled },
  ] as const;
  return (
    <Section title={texts('progress')} extra={Number(row.status) === running ? <LiveBadge /> : undefined}>
      <div className="eu-stack">
        {row.successRate === null ? null : (
          <span>
            {texts('successRate')} <strong className="wh-num">{formatNumber(row.successRate, 1)}%</strong>
          </span>
        )}
        <div className="ot-large">
          <ProgressBar counts={shares} />
        </div>
        <Counters
          label={texts('progress')}
          handle={handle}
          counters={figures.map(({ key, count, state }) => ({
            key,
            label: texts(key),
            count,
            query: state === undefined ? {} : { 'status.eq': String(state) },
            urgent: key === 'failed',
          }))}
        />
      </div>
    </Section>
  );
}

/** Takes a vehicle that still waits out of a running task. */
function TakeOut({ task, row }: { readonly task: Task; readonly row: ListRowOf<'otaExecutionOld'> }): ReactNode {
  const texts = useOtaTexts();
  const can = useCan();
  const update = useAction('/ps/crm/otaTaskOld/update', {
    invalidates: ['/ps/crm/otaTaskOld'],
    done: texts('takenOut'),
  });
  const vin = textOf(row.vin) || textOf(row.frameNo);
  const others = vinsIn(task.vins).filter((one) => one !== vin);
  const mayGo = Number(task.status) === running && row.status === waiting && others.length > 0;
  if (!mayGo || !can('taskListOld.edit')) return null;
  const ask = async (): Promise<void> => {
    if (await askConfirm({ title: texts('takeOutAsk', { vin }), okText: texts('takeOut') }))
      update.mutate({ id: task.id, rev: task.rev, vins: others.join('\n') });
  };
  return (
    <button type="button" className="wh-link-button" disabled={update.isPending} onClick={() => void ask()}>
      {texts('takeOut')}
    </button>
  );
}

function Vehicles({ row, handle }: { readonly row: Task; readonly handle: ListStateHandle }): ReactNode {
  const texts = useOtaTexts();
  const data = useList(entity, handle.state, { taskId: row.id });
  return (
    <div className="eu-stack">
      <div className="ot-table-head">
        <h2>{texts('executions')}</h2>
        <ExportButton entity={entity} data={data} />
      </div>
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} fixed={['taskId']} />
      <EntityList
        entity={entity}
        handle={handle}
        data={data}
        without={['taskId']}
        rowActions={(one) => <TakeOut task={row} row={one} />}
      />
    </div>
  );
}

/** What has become of the vehicles of a task, as it goes on. A draft has none yet. */
export default function Executions({ row }: { readonly row: Task }): ReactNode {
  const handle = useLocalListState();
  useFollowed({ entity: 'otaTaskOld', id: row.id, refreshMs }, Number(row.status) === running);
  if (Number(row.status) === draft) return null;
  return (
    <>
      <Head row={row} handle={handle} />
      <Vehicles row={row} handle={handle} />
    </>
  );
}
