import { Suspense, type ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { DetailTab, EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { parentOf } from '../../routing/routes.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { LoadingState } from '../../ui/States.tsx';
import type { RecordAction } from '../actions/record-actions.ts';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import type { EntityRow } from '../model.ts';
import { FoldedTabs } from '../Tabs.tsx';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';
import { DetailBar } from './DetailBar.tsx';
import { HeadStrip } from './HeadStrip.tsx';
import { History } from './History.tsx';
import { RecordPage } from './RecordPage.tsx';
import { RecordSections } from './Sections.tsx';
import { StateTags } from './StateTags.tsx';
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
  const pick = usePick();
  const texts = useEntityTexts();
  const can = useCan();
  const Lead = override?.lead;
  const Line = override?.head?.line;
  const own = (tabs: readonly DetailTab[] | undefined) =>
    (tabs ?? [])
      .filter((tab) => tab.code === undefined || [tab.code].flat().some(can))
      .map(({ key, label, component: Tab }) => ({
        key,
        label: pick(label),
        children: (
          <Suspense fallback={<LoadingState />}>
            <Tab key={row.id} row={row} />
          </Suspense>
        ),
      }));
  const items = inOrder(override?.tabOrder, [
    ...own(override?.tabsBefore),
    {
      key: 'overview',
      label: texts('overview'),
      children: (
        <div className="eu-stack">
          {/* Together: what comes later would push the sections away. */}
          <Suspense fallback={<LoadingState />}>
            {Lead === undefined ? null : <Lead row={row} />}
            <RecordSections entity={entity} override={override} row={row} />
          </Suspense>
        </div>
      ),
    },
    ...own(override?.tabs),
    { key: 'history', label: texts('history'), children: <History entity={entity} id={row.id} /> },
  ]);
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

/** Tabs in the order of the override; those it does not name follow as they are. */
function inOrder<T extends { readonly key: string }>(order: readonly string[] = [], tabs: readonly T[]): readonly T[] {
  const place = ({ key }: T): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return tabs.toSorted((a, b) => place(a) - place(b));
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
  const actions = useRecordActions(entity, done, {
    asks: override?.asks,
    starts: override?.starts,
    actionInputs: override?.actionInputs,
  });
  return <DetailBar entity={entity} override={override} row={row} actions={actions} open={stepsShown} />;
}
