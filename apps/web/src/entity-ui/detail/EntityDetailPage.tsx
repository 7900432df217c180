import type { ReactNode } from 'react';
import type { EntityUi } from '../override.ts';
import { usePage } from '../../routing/page.ts';
import { parentOf } from '../../routing/routes.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import type { RecordAction } from '../actions/record-actions.ts';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import type { EntityRow } from '../model.ts';
import { FoldedTabs } from '../Tabs.tsx';
import { useTitleOf } from '../title.ts';
import { DetailBar } from './DetailBar.tsx';
import { HeadStrip } from './HeadStrip.tsx';
import { RecordPage } from './RecordPage.tsx';
import { StateTags } from './StateTags.tsx';
import { useRecordTabs } from './useRecordTabs.tsx';
import '../entity-ui.css';

/** The detail page of an entity: sections, related records in tabs, history of changes, and what can be done. */
export function EntityDetailPage({ entity, override }: EntityUi): ReactNode {
  return (
    <RecordPage entity={entity}>
      {(row, reload) => <Detail entity={entity} override={override} row={row} reload={reload} />}
    </RecordPage>
  );
}

function Detail({
  entity,
  override,
  row,
  reload,
}: EntityUi & { readonly row: EntityRow; readonly reload: () => void }): ReactNode {
  const titleOf = useTitleOf();
  const page = usePage();
  const items = useRecordTabs({ entity, override }, row);
  const Line = override?.head?.line;
  const wanted = page.search.get('tab');
  const active = items.find((item) => item.key === wanted)?.key ?? items[0]?.key ?? 'overview';
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{titleOf(entity, row)}</span>}
        extra={<StateTags entity={entity} override={override} row={row} />}
        description={Line === undefined ? undefined : <Line row={row} />}
        actions={<DetailActions entity={entity} override={override} row={row} reload={reload} />}
      />
      <HeadStrip override={override} row={row} />
      <FoldedTabs
        className="eu-tabs"
        activeKey={active}
        items={items}
        onChange={(key) =>
          page.setSearch({ id: row.id, tab: key === items[0]?.key ? undefined : key }, { replace: true })
        }
      />
    </PageBody>
  );
}

const stepsShown = 2;

function DetailActions({
  entity,
  override,
  row,
  reload,
}: EntityUi & { readonly row: EntityRow; readonly reload: () => void }): ReactNode {
  const page = usePage();
  const done = (action: RecordAction): void => {
    if (action.key === 'delete') void page.close({ to: parentOf(page.route)?.path ?? '/', discard: true });
    else reload();
  };
  const actions = useRecordActions(entity, done, override);
  return <DetailBar entity={entity} override={override} row={row} actions={actions} open={stepsShown} />;
}
