import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode } from 'react';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { plain } from '@wheelhouse/entities/registry';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { EntityList } from '../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../entity-ui/list/useList.ts';
import { useUrlListState } from '../../entity-ui/list/useListState.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { faultOverride } from '../../overrides/alarm/alarm.tsx';
import { FaultHistoryButton } from '../../overrides/alarm/FaultList.tsx';
import { useCan } from '../../session/session.ts';
import { usePage } from '../../shell/page.ts';
import { usePageCommand } from '../../shell/shortcuts/registry.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { ViewNav } from './ViewNav.tsx';
import { useFirstRange } from './useFirstRange.ts';

const ExportDialog = lazy(() => import('../../entity-ui/export/ExportDialog.tsx'));
const entity = plain(faultReport);

/** Fault-code records of the parts: only to look at. */
export function FaultsTab(): ReactNode {
  const t = useT();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const dialogs = useDialogs();
  const handle = useUrlListState(entity);
  useFirstRange('setTime', 'faults');
  const data = useList(entity, handle.state);
  usePageCommand('refresh', data.refresh);
  const exportRows = (): void =>
    void dialogs.open((close) => (
      <ExportDialog
        entity={entity}
        query={data.query}
        known={data.more ? undefined : data.total}
        onClose={() => close(null)}
      />
    ));
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            <ViewNav view="faults" />
            {can('alarmManage.export') ? (
              <Button icon={<DownloadOutlined />} onClick={exportRows}>
                {t('export')}
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar {...handle} entity={entity} override={faultOverride} onSearch={data.refresh} />
      <EntityList
        entity={entity}
        override={faultOverride}
        handle={handle}
        data={data}
        readOnly
        rowActions={(row) => <FaultHistoryButton row={row} />}
      />
    </PageBody>
  );
}
