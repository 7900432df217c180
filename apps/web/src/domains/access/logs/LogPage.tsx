import { type ReactNode } from 'react';
import { type EntityDef } from '@wheelhouse/entities';
import { loginLog } from '@wheelhouse/entities/access/login-log';
import { operationLog } from '@wheelhouse/entities/access/operation-log';
import { sensitiveAccessLog } from '@wheelhouse/entities/access/sensitive-access-log';
import { plain } from '@wheelhouse/entities/registry';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { callPath } from '../../../entity-ui/model.ts';
import { activeFilters, wireQuery } from '../../../entity-ui/query-state.ts';
import { invalidate } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import type { Override } from '../../../entity-ui/override.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { useShownChanges } from './Changes.tsx';
import {
  loginColumns,
  operationColumns,
  revealColumns,
  type LoginEntry,
  type OperationEntry,
  type RevealEntry,
} from './columns.tsx';
import { loginFilters, operationFilters, revealFilters } from './filters.tsx';
import { LogTable, type LogTableProps } from './LogTable.tsx';
import { PartNav } from './PartNav.tsx';
import '../../../entity-ui/entity-ui.css';

interface LogViewProps<Row> extends Pick<LogTableProps<Row>, 'columns' | 'more'> {
  readonly entity: EntityDef;
  readonly override: Override;
}

/** A log with its filters in the address, to read and to export. */
function LogView<Row extends { readonly id: string }>({ entity, override, ...table }: LogViewProps<Row>): ReactNode {
  const pick = usePick();
  const page = usePage();
  const handle = useUrlListState(entity);
  const { state } = handle;
  const path = callPath(entity, 'list');
  const query = wireQuery(entity, state);
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} actions={<ExportButton entity={entity} data={{ query }} />} />
      <PartNav />
      <FilterBar {...handle} entity={entity} override={override} onSearch={() => void invalidate(path)} />
      <LogTable<Row>
        {...table}
        path={path}
        label={entity.label}
        body={{ orderBy: entity.list.order, query }}
        page={state.page}
        size={state.size}
        onPage={(next) => handle.set({ page: next })}
        filtered={activeFilters(state) > 0}
      />
    </PageBody>
  );
}

export const OperationLog = (): ReactNode => (
  <Dialogs>
    <LogView<OperationEntry>
      entity={plain(operationLog)}
      override={operationFilters}
      columns={operationColumns}
      more={useShownChanges()}
    />
  </Dialogs>
);

export const LoginLog = (): ReactNode => (
  <Dialogs>
    <LogView<LoginEntry> entity={plain(loginLog)} override={loginFilters} columns={loginColumns} />
  </Dialogs>
);

export const RevealLog = (): ReactNode => (
  <Dialogs>
    <LogView<RevealEntry> entity={plain(sensitiveAccessLog)} override={revealFilters} columns={revealColumns} />
  </Dialogs>
);
