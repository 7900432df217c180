import { themeRevenue } from '@wheelhouse/entities/orders/theme-revenue';
import { plain } from '@wheelhouse/entities/reading';
import { useState, type ComponentType, type ReactNode } from 'react';
import { invalidate } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useUrlListState, type ListStateHandle } from '../../../entity-ui/list/useListState.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { ofEntries, withDays } from './query.ts';
import '../../../entity-ui/entity-ui.css';

export const revenueEntity = plain(themeRevenue);

export interface RevenuePartProps {
  /** The ways to the other parts. */
  readonly nav: ComponentType;
}

/** A part of the page over entries of revenue: title, ways to the others and the filters, which all of these parts share. */
export function RevenueFrame({
  nav: Nav,
  actions,
  entries = false,
  children,
}: RevenuePartProps & {
  readonly actions?: (handle: ListStateHandle) => ReactNode;
  /** Single entries can be searched for, too. */
  readonly entries?: boolean;
  readonly children: (handle: ListStateHandle) => ReactNode;
}): ReactNode {
  const pick = usePick();
  const page = usePage();
  const handle = useUrlListState(revenueEntity);
  const [now] = useState(Date.now);
  const shown = { ...handle, state: { ...handle.state, query: withDays(handle.state.query, now) } };
  return (
    <Dialogs>
      <PageBody>
        <PageHeader title={pick(page.route)} actions={actions?.(shown)} />
        <Nav />
        <FilterBar
          {...shown}
          entity={revenueEntity}
          fixed={entries ? [] : ofEntries}
          onSearch={() => void invalidate('/order/crm/themeRevenue')}
        />
        {children(shown)}
      </PageBody>
    </Dialogs>
  );
}
