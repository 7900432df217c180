import { type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { debugRecord } from '@wheelhouse/entities/control/debug-record';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import { useLocalListState } from '../../../entity-ui/list/useListState.ts';

const entity = plain(debugRecord);

/** Everything that was ever sent in debug sessions. */
export default function Records(): ReactNode {
  const handle = useLocalListState();
  const data = useList(entity, handle.state);
  return (
    <div className="eu-stack">
      <div className="rd-tools rd-end">
        <ExportButton entity={entity} data={data} />
      </div>
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} />
      <EntityList entity={entity} handle={handle} data={data} readOnly />
    </div>
  );
}
