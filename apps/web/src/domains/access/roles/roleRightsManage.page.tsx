import type { ListRowOf } from '@wheelhouse/entities/rows';
import { PlusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../../api/query.ts';
import { ActionBar } from '../../../entity-ui/actions/ActionBar.tsx';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { RoleNameCell } from '../accounts/roles.tsx';
import { roleBase, roleEntity } from '../functions/role.ts';
import { useRoleTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import '../../../entity-ui/entity-ui.css';

const roleOverride = defineOverride('sysRole', { cell: { roleName: RoleNameCell } });
const MembersDrawer = dialogPart(() => import('./MembersDrawer.tsx'));

/** Roles with their members and functions. */
export default function RoleRights(): ReactNode {
  return (
    <Dialogs>
      <RolesPage />
    </Dialogs>
  );
}

function RolesPage(): ReactNode {
  const t = useT();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const handle = useUrlListState(roleEntity);
  const data = useList(roleEntity, handle.state);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          can('roleRightsManage.add') ? (
            <LinkButton type="primary" icon={<PlusOutlined />} to={hrefOf('roleAdd')}>
              {t('add')}
            </LinkButton>
          ) : undefined
        }
      />
      <FilterBar {...handle} entity={roleEntity} onSearch={data.refresh} />
      <EntityList
        entity={roleEntity}
        override={roleOverride}
        handle={handle}
        data={data}
        readOnly
        rowActions={(row) => <RoleActions row={row} />}
      />
    </PageBody>
  );
}

/** What can be done with a role that is not the built-in administrator. */
function useRoleActions(row: ListRowOf<'sysRole'>): {
  readonly enable: () => Promise<void>;
  readonly remove: () => Promise<void>;
} {
  const t = useT();
  const texts = useRoleTexts();
  const roleCode = textOf(row.roleCode);
  const about = { name: textOf(row.roleName), n: Number(row.userCount ?? 0) };
  const on = Number(row.enabled) === 1;
  const options = { invalidates: [roleBase], done: t('done') } as const;
  const enable = useAction(`${roleBase}/enable`, options);
  const drop = useAction(`${roleBase}/deleteRole`, options);
  return {
    enable: async () => {
      if (
        await askConfirm({
          title: texts(on ? 'disableQuestion' : 'enableQuestion', about),
          danger: on,
          okText: t(on ? 'disable' : 'enable'),
        })
      )
        enable.mutate({ roleCode, enabled: on ? 0 : 1 });
    },
    remove: async () => {
      if (await askConfirm({ title: texts('deleteQuestion', about), danger: true, okText: t('delete') }))
        drop.mutate({ roleCode });
    },
  };
}

function RoleActions({ row }: { readonly row: ListRowOf<'sysRole'> }): ReactNode {
  const t = useT();
  const texts = useRoleTexts();
  const list = useEntityTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const page = usePage();
  const actions = useRoleActions(row);
  const roleCode = textOf(row.roleCode);
  const roleName = textOf(row.roleName);
  const fixed = Number(row.builtIn) === 1;
  const locked = fixed ? texts('builtIn') : undefined;
  const extras = [
    ...(can('roleRightsManage.add') && can('roleRightsManage.copy')
      ? [{ key: 'copy', label: t('copy'), run: () => page.open('roleAdd', { copy: roleCode }) }]
      : []),
    ...(can('roleRightsManage.enable')
      ? [
          {
            key: 'enable',
            label: t(Number(row.enabled) === 1 ? 'disable' : 'enable'),
            disabled: locked,
            run: () => void actions.enable(),
          },
        ]
      : []),
    ...(can('roleRightsManage.delete')
      ? [{ key: 'delete', label: t('delete'), danger: true, disabled: locked, run: () => void actions.remove() }]
      : []),
  ];
  return (
    <ActionBar
      place="row"
      row={row}
      actions={undefined}
      open={0}
      extras={extras}
      menuLabel={list('rowActions', { name: roleName })}
    >
      {can('roleRightsManage.users') ? (
        <button
          type="button"
          className="wh-link-button"
          onClick={() =>
            void dialogs.open((close) => (
              <MembersDrawer roleCode={roleCode} roleName={roleName} onClose={() => close(null)} />
            ))
          }
        >
          {texts('members')}
        </button>
      ) : null}
      {can('roleRightsManage.edit') && !fixed ? (
        <Link to={hrefOf('roleEdit', { id: roleCode })}>{t('edit')}</Link>
      ) : null}
    </ActionBar>
  );
}
