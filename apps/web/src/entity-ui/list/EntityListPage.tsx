import { AppstoreOutlined, PlusOutlined, TableOutlined, UploadOutlined } from '@ant-design/icons';
import { Suspense, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import type { EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { columnsKey } from '../views/model.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { usePageCommand } from '../../routing/commands.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { LoadingState } from '../../ui/States.tsx';
import { Dialogs, useDialogs } from '../dialogs.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import { hasCall } from '../model.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { useEntityTexts } from '../texts.ts';
import { StateCounters } from './Counters.tsx';
import { EntityList } from './EntityList.tsx';
import { FilterBar } from './FilterBar.tsx';
import { useList, type ListData } from './useList.ts';
import { useUrlListState } from './useListState.ts';
import { dialogPart } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';
import '../entity-ui.css';

const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));
const ImportDialog = dialogPart(() => import('../import/ImportDialog.tsx'));

/** The list page of an entity: filters, table (or another view of the same rows), and what can be done. */
export function EntityListPage(props: EntityUi): ReactNode {
  return (
    <Dialogs>
      <ListPage {...props} />
    </Dialogs>
  );
}

function ListPage({ entity, override }: EntityUi): ReactNode {
  const pick = usePick();
  const page = usePage();
  const handle = useUrlListState(entity);
  const view = override?.views?.find((one) => one.key === handle.view);
  const data = useList(entity, handle.state);
  const View = view?.component;
  const Nav = override?.nav;
  const { counters } = entity.list;
  const Actions = override?.actions;
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            {Actions === undefined ? null : <Actions />}
            <PageActions entity={entity} override={override} data={data} view={view?.key} onView={handle.setView} />
          </>
        }
      />
      {Nav === undefined ? null : <Nav query={data.query} />}
      {counters === undefined ? null : <StateCounters entity={entity} field={counters} handle={handle} />}
      <FilterBar {...handle} entity={entity} override={override} onSearch={data.refresh} />
      {View === undefined ? (
        <EntityList
          entity={entity}
          override={override}
          handle={handle}
          data={data}
          columnsKey={columnsKey(entity.name, handle.saved)}
        />
      ) : (
        <Suspense fallback={<LoadingState />}>
          <View query={data.query} />
        </Suspense>
      )}
    </PageBody>
  );
}

interface PageActionsProps extends EntityUi {
  readonly data: ListData;
  readonly view: string | undefined;
  readonly onView: (view: string | undefined) => void;
}

function PageActions({ entity, override, data, view, onView }: PageActionsProps): ReactNode {
  const t = useT();
  const pick = usePick();
  const can = useCan();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const routes = routesOf(entity);
  const may = (call: 'add' | 'import'): boolean => hasCall(entity, call) && can(codeOfCall(entity, call));
  const openForm = (): void =>
    void dialogs.open((close) => <FormDialog entity={entity} override={override} onClose={close} />);
  const addPath = routes.add?.path;
  const addText = override?.add === undefined ? t('add') : pick(override.add);
  usePageCommand('add', !may('add') ? undefined : addPath === undefined ? openForm : () => void navigate(addPath));
  usePageCommand('refresh', data.refresh);
  return (
    <>
      <ViewsMenu list={entity.name} />
      {override?.views === undefined ? null : <ViewSwitch views={override.views} view={view} onView={onView} />}
      <ExportButton entity={entity} data={data} />
      {may('import') ? (
        <Button
          icon={<UploadOutlined />}
          onClick={() => void dialogs.open((close) => <ImportDialog entity={entity} onClose={() => close(null)} />)}
        >
          {t('import')}
        </Button>
      ) : null}
      {!may('add') ? null : routes.add === undefined ? (
        <Button type="primary" icon={<PlusOutlined />} onClick={openForm}>
          {addText}
        </Button>
      ) : (
        <LinkButton type="primary" icon={<PlusOutlined />} to={routes.add.path}>
          {addText}
        </LinkButton>
      )}
    </>
  );
}

/** Table or another view of the same rows. */
function ViewSwitch({
  views,
  view,
  onView,
}: {
  readonly views: NonNullable<NonNullable<EntityUi['override']>['views']>;
  readonly view: string | undefined;
  readonly onView: (view: string | undefined) => void;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const choices = [
    { key: undefined, label: t('table'), icon: <TableOutlined /> },
    ...views.map((one) => ({ key: one.key, label: pick(one.label), icon: one.icon ?? <AppstoreOutlined /> })),
  ];
  return <Segments label={texts('viewAs')} options={choices} value={view} onChange={onView} />;
}
