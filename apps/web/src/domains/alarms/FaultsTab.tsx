import { type ReactNode } from 'react';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { plain } from '@wheelhouse/entities/registry';
import { EntityList } from '../../entity-ui/list/EntityList.tsx';
import { ExportButton } from '../../entity-ui/export/ExportButton.tsx';
import { FilterBar } from '../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../entity-ui/list/useList.ts';
import { useUrlListState } from '../../entity-ui/list/useListState.ts';
import { usePick } from '../../i18n/lang.ts';
import { faultOverride } from './alarm.tsx';
import { FaultHistoryButton } from './FaultList.tsx';
import { usePage } from '../../routing/page.ts';
import { usePageCommand } from '../../routing/commands.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { ViewNav } from './ViewNav.tsx';

const entity = plain(faultReport);

/** Fault-code records of the parts: only to look at. */
export function FaultsTab(): ReactNode {
  const pick = usePick();
  const page = usePage();
  const handle = useUrlListState(entity);
  const data = useList(entity, handle.state);
  usePageCommand('refresh', data.refresh);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            <ViewNav view="faults" />
            <ExportButton entity={entity} data={data} />
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
