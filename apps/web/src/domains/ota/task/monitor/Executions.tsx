import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { otaExecution } from '@wheelhouse/entities/ota/ota-execution';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import { useAction } from '../../../../api/query.ts';
import { ActionBar } from '../../../../entity-ui/actions/ActionBar.tsx';
import { useRecordActions } from '../../../../entity-ui/actions/useRecordActions.tsx';
import { useDialogs } from '../../../../entity-ui/dialogs.tsx';
import { ExportButton } from '../../../../entity-ui/export/ExportButton.tsx';
import { EntityList } from '../../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../../entity-ui/list/useList.ts';
import type { ListStateHandle } from '../../../../entity-ui/list/useListState.ts';
import { textOf } from '../../../../entity-ui/model.ts';
import { defineOverride, type CellPropsOf } from '../../../../entity-ui/override.ts';
import { useEntityTexts } from '../../../../entity-ui/texts.ts';
import { askConfirm } from '../../../../lib/confirm.ts';
import { useCan } from '../../../../session/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { useDictLookup } from '../../../../reference/reference.ts';
import { dialogPart } from '../../../../ui/part.tsx';
import { LabelTag, StatusTag } from '../../../../ui/Values.tsx';
import { useMonitorTexts } from './texts.ts';
import '../vehicles.css';

const LogDrawer = dialogPart(() => import('./LogDrawer.tsx'));
const entity = plain(otaExecution);

/** The state of a vehicle, and whether its success came after its attempt had been given up. */
function StateCell({ row, value }: CellPropsOf<'otaExecution'>): ReactNode {
  const texts = useMonitorTexts();
  const state = useDictLookup()('OtaExecStatus', Number(value));
  return (
    <>
      <StatusTag color={state?.color ?? 'default'}>{state?.name}</StatusTag>
      {row.late === 1 ? <LabelTag>{texts('late')}</LabelTag> : null}
    </>
  );
}
const override = defineOverride('otaExecution', { cell: { status: StateCell } });

interface Props {
  readonly task: RowOf<'otaTask'>;
  readonly handle: ListStateHandle;
  /** Vehicles that a retry of all would notify again. */
  readonly failed: number;
}

/** Notifies every vehicle that failed again. */
function RetryAll({ task, failed }: Pick<Props, 'task' | 'failed'>): ReactNode {
  const texts = useMonitorTexts();
  const retry = useAction('/ps/crm/otaTask/retry', {
    invalidates: ['/ps/crm/otaTask'],
    done: ({ changed }) => texts('retried', { n: formatNumber(changed) }),
  });
  const ask = async (): Promise<void> => {
    const n = formatNumber(failed);
    if (await askConfirm({ title: texts('retryAsk', { n }), okText: texts('retryFailed') }))
      retry.mutate({ taskId: task.id });
  };
  return (
    <Button size="small" icon={<ReloadOutlined />} loading={retry.isPending} onClick={() => void ask()}>
      {texts('retryFailed')}
    </Button>
  );
}

/** The vehicles of a task: filtered, chosen, tried again, cancelled, and how each of them went. */
export function Executions({ task, handle, failed }: Props): ReactNode {
  const texts = useMonitorTexts();
  const common = useEntityTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const data = useList(entity, handle.state, { taskId: task.id });
  const actions = useRecordActions(entity, data.refresh);
  const showLog = ({ id, vin }: ListRowOf<'otaExecution'>): void =>
    void dialogs.open((close) => <LogDrawer executionId={textOf(id)} vin={textOf(vin)} onClose={() => close(null)} />);
  return (
    <div className="eu-stack">
      <div className="ot-table-head">
        <h2>{texts('executions')}</h2>
        <span className="om-table-tools">
          {failed > 0 && can('taskList.run') ? <RetryAll task={task} failed={failed} /> : null}
          <ExportButton entity={entity} data={data} />
        </span>
      </div>
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} fixed={['taskId']} />
      <EntityList
        entity={entity}
        override={override}
        handle={handle}
        data={data}
        without={['taskId']}
        rowActions={(row) => (
          <ActionBar
            place="row"
            row={row}
            actions={actions}
            open={0}
            menuLabel={common('rowActions', { name: textOf(row.vin) })}
          >
            <button type="button" className="wh-link-button" onClick={() => showLog(row)}>
              {texts('log')}
            </button>
          </ActionBar>
        )}
      />
    </div>
  );
}
