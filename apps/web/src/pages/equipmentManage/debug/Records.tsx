import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { debugRecord } from '@wheelhouse/entities/vehicles/debug-record';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import { useLocalListState } from '../../../entity-ui/list/useListState.ts';
import { useT } from '../../../i18n/common.ts';
import { useCan } from '../../../session/session.ts';

const ExportDialog = lazy(() => import('../../../entity-ui/export/ExportDialog.tsx'));
const entity = plain(debugRecord);

/** Everything that was ever sent in debug sessions. */
export default function Records(): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  const handle = useLocalListState();
  const data = useList(entity, handle.state);
  return (
    <div className="eu-stack">
      {can('vehicleRemoteDebugging.export') ? (
        <div className="rd-tools rd-end">
          <Button
            icon={<DownloadOutlined />}
            onClick={() =>
              void dialogs.open((close) => (
                <ExportDialog
                  entity={entity}
                  query={data.query}
                  known={data.more ? undefined : data.total}
                  onClose={() => close(null)}
                />
              ))
            }
          >
            {t('export')}
          </Button>
        </div>
      ) : null}
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} />
      <EntityList entity={entity} handle={handle} data={data} readOnly />
    </div>
  );
}
