import { EllipsisOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import type { DetailTab, EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { queryOf, usePage } from '../../routing/page.ts';
import { parentOf } from '../../routing/routes.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { LoadingState } from '../../ui/States.tsx';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import { FieldValue } from '../cells/index.tsx';
import { useDialogs } from '../dialogs.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { hasCall, isEmpty, titleOf, type EntityRow } from '../model.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { useEntityTexts } from '../texts.ts';
import { History } from './History.tsx';
import { RecordPage } from './RecordPage.tsx';
import { RecordSections } from './Sections.tsx';
import { dialogPart } from '../../ui/part.tsx';
import '../entity-ui.css';

const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));

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
  const page = usePage();
  const pick = usePick();
  const texts = useEntityTexts();
  const can = useCan();
  const Lead = override?.lead;
  const Facts = override?.facts;
  const own = (tabs: readonly DetailTab[] | undefined) =>
    (tabs ?? [])
      .filter((tab) => tab.code === undefined || [tab.code].flat().some(can))
      .map(({ key, label, component: Tab }) => ({
        key,
        label: pick(label),
        children: (
          <Suspense fallback={<LoadingState />}>
            <Tab row={row} />
          </Suspense>
        ),
      }));
  const items = [
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
  ];
  const wanted = page.search.get('tab');
  const active = items.find((item) => item.key === wanted)?.key ?? items[0]?.key ?? 'overview';
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{titleOf(entity, row)}</span>}
        extra={<StateTags entity={entity} override={override} row={row} />}
        description={Facts === undefined ? undefined : <Facts row={row} />}
        actions={<DetailActions entity={entity} override={override} row={row} reload={reload} />}
      />
      <Tabs
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

/** The record's states, as far as machines or switches govern them. */
function StateTags({ entity, override, row }: EntityUi & { readonly row: EntityRow }): ReactNode {
  const states = Object.keys(entity.machines ?? {}).filter((name) => !isEmpty(row[name]));
  return states.map((name) => (
    <FieldValue key={name} entity={entity} name={name} row={row} place="detail" as={override?.cell?.[name]} />
  ));
}

const buttonsShown = 2;

function DetailActions({
  entity,
  override,
  row,
  reload,
}: EntityUi & { readonly row: EntityRow; readonly reload: () => void }): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const actions = useRecordActions(entity, (action) => {
    if (action.key === 'delete') void page.close({ to: parentOf(page.route)?.path ?? '/', discard: true });
    else reload();
  });
  const routes = routesOf(entity);
  const mayEdit = hasCall(entity, 'update') && can(codeOfCall(entity, 'update'));
  const links = (override?.links?.(row) ?? []).filter((link) => can(link.code));
  const offered = actions.offered('detail', row);
  // What is possible now stands in the open; the rest, and what is dangerous, is in the menu.
  const open = offered
    .filter((action) => !action.danger && actions.reason(action, row) === undefined)
    .slice(0, buttonsShown);
  const folded = offered.filter((action) => !open.includes(action));
  const options = [
    ...links.map((link) => ({ key: link.href, label: pick(link.label), icon: link.icon })),
    ...folded.map((action) => ({
      key: action.key,
      label: pick(action.label),
      danger: action.danger,
      disabled: actions.reason(action, row),
    })),
    { key: 'print', label: texts('print'), icon: <PrinterOutlined /> },
  ];
  const choose = (key: string): void => {
    const action = folded.find((one) => one.key === key);
    if (key === 'print') window.print();
    else if (action === undefined) void navigate(key);
    else void actions.run(action, [row]);
  };
  return (
    <span className="eu-detail-actions">
      {open.map((action) => (
        <Button key={action.key} onClick={() => void actions.run(action, [row])}>
          {pick(action.label)}
        </Button>
      ))}
      {!mayEdit ? null : routes.edit === undefined ? (
        <Button
          type="primary"
          onClick={() =>
            void dialogs.open((close) => <FormDialog entity={entity} override={override} id={row.id} onClose={close} />)
          }
        >
          {t('edit')}
        </Button>
      ) : (
        <LinkButton type="primary" to={routes.edit.path + queryOf({ id: row.id })}>
          {t('edit')}
        </LinkButton>
      )}
      <MenuButton className="eu-more" label={t('more')} options={options} onSelect={choose}>
        <EllipsisOutlined />
      </MenuButton>
    </span>
  );
}
