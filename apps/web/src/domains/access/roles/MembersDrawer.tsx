import type { RoleMember } from '@wheelhouse/contract/calls/access/rights';
import { Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { useT } from '../../../i18n/common.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { usePick } from '../../../i18n/lang.ts';
import { labelOf } from '@wheelhouse/entities';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { roleBase } from '../functions/role.ts';
import { useRoleTexts } from './texts.ts';

export interface MembersDrawerProps {
  readonly roleCode: string;
  readonly roleName: string;
  readonly onClose: () => void;
}

const size = 20;
const users = plain(sysUser);

/** Accounts that have a role; each can be taken out of it. */
export default function MembersDrawer({ roleCode, roleName, onClose }: MembersDrawerProps): ReactNode {
  const texts = useRoleTexts();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    '/system/crm/sysRole/users',
    { roleCode, page, pageSize: size },
    { keepPrevious: true, inlineErrors: true },
  );
  return (
    <Drawer open size={640} onClose={onClose} title={texts('membersOf', { name: roleName })}>
      <DataTable
        label={texts('membersOf', { name: roleName })}
        empty={texts('noMembers')}
        columns={useColumns(roleCode, roleName)}
        rows={data?.list}
        rowKey={(member) => member.id}
        error={error}
        onRetry={() => void refetch()}
      />
      {data === undefined || data.total <= size ? null : (
        <Pager page={page} size={size} total={data.total} onPage={setPage} />
      )}
    </Drawer>
  );
}

function useColumns(roleCode: string, roleName: string): readonly TableColumn<RoleMember>[] {
  const t = useT();
  const texts = useRoleTexts();
  const common = useEntityTexts();
  const pick = usePick();
  const can = useCan();
  const dict = useDictLookup();
  const remove = useAction('/system/crm/sysRole/removeUser', {
    invalidates: [roleBase, '/system/crm/sysUser'],
    done: t('done'),
  });
  const ask = async (member: RoleMember): Promise<void> => {
    if (
      await askConfirm({
        title: texts('removeQuestion', { user: member.realName, role: roleName }),
        danger: true,
        okText: texts('removeMember'),
      })
    )
      remove.mutate({ roleCode, userId: member.id });
  };
  const label = (name: string): string => pick(labelOf(users, name));
  return [
    {
      key: 'username',
      label: label('username'),
      render: ({ id, username, userType }) =>
        Number(userType) === 2 ? (
          username
        ) : (
          <RecordLink entity="sysUser" id={id}>
            {username}
          </RecordLink>
        ),
    },
    { key: 'realName', label: label('realName'), render: (member) => member.realName },
    {
      key: 'enabled',
      label: label('enabled'),
      render: ({ enabled }) => {
        const state = dict('EnableStatus', enabled);
        return <StatusTag color={state?.color}>{state?.name ?? enabled}</StatusTag>;
      },
    },
    {
      key: 'lastLoginTime',
      label: label('lastLoginTime'),
      render: (member) => <DateTime value={member.lastLoginTime} />,
    },
    {
      key: 'actions',
      label: common('actions'),
      render: (member) =>
        can('roleRightsManage.users') ? (
          <button
            type="button"
            className="wh-link-button eu-error"
            disabled={remove.isPending}
            onClick={() => void ask(member)}
          >
            {texts('removeMember')}
          </button>
        ) : null,
    },
  ];
}
