import { shareRecord } from '@wheelhouse/entities/events/share-record';
import { plain } from '@wheelhouse/entities/registry';
import { useState, type ReactNode } from 'react';
import { invalidate } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { withDays } from './query.ts';
import { Ranks } from './Ranks.tsx';
import { Summary } from './Summary.tsx';
import '../../../entity-ui/entity-ui.css';

const entity = plain(shareRecord);

/** Who shared what and what came of it: in all, by day and channel, what and who leads, and every share. */
export default function ShareCount(): ReactNode {
  return (
    <Dialogs>
      <ShareCountPage />
    </Dialogs>
  );
}

function ShareCountPage(): ReactNode {
  const pick = usePick();
  const page = usePage();
  const handle = useUrlListState(entity);
  const [now] = useState(Date.now);
  const shown = { ...handle, state: { ...handle.state, query: withDays(handle.state.query, now) } };
  const data = useList(entity, shown.state);
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} actions={<ExportButton entity={entity} data={data} />} />
      <FilterBar {...shown} entity={entity} onSearch={() => void invalidate('/act/crm/share')} />
      <Summary query={data.query} />
      <Ranks query={data.query} />
      <EntityList entity={entity} handle={shown} data={data} readOnly />
    </PageBody>
  );
}
