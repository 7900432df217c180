import { Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import { useAction, useCall } from '../../../api/query.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { useT } from '../../../i18n/common.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useWords } from '../../../entity-ui/texts.ts';
import { usePick } from '../../../i18n/lang.ts';
import { labelOf } from '@wheelhouse/entities';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { roleBase } from '../../../overrides/functions/role.ts';
import { useRoleWords } from './texts.ts';

interface Member {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  readonly userType: number;
  readonly enabled: number;
  readonly lastLoginTime?: string | null;
}

export interface MembersDrawerProps {
  readonly roleCode: string;
  readonly roleName: string;
  readonly onClose: () => void;
}

const size = 20;
const users = plain(sysUser);
const columns = ['username', 'realName', 'enabled', 'lastLoginTime'] as const;

/** Accounts that have a role; each can be taken out of it. */
export default function MembersDrawer({ roleCode, roleName, onClose }: MembersDrawerProps): ReactNode {
  const words = useRoleWords();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall<Page<Member>>(
    '/system/crm/sysRole/users',
    { roleCode, page, pageSize: size },
    { keepPrevious: true, inlineErrors: true },
  );
  return (
    <Drawer open size={640} onClose={onClose} title={words('membersOf', { name: roleName })}>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <EmptyState small title={words('noMembers')} />
      ) : (
        <>
          <Members roleCode={roleCode} roleName={roleName} list={data.list} />
          {data.total > size ? <Pager page={page} size={size} total={data.total} onPage={setPage} /> : null}
        </>
      )}
    </Drawer>
  );
}

function Members({
  roleCode,
  roleName,
  list,
}: Omit<MembersDrawerProps, 'onClose'> & { readonly list: readonly Member[] }): ReactNode {
  const t = useT();
  const words = useRoleWords();
  const common = useWords();
  const pick = usePick();
  const can = useCan();
  const dict = useDictLookup();
  const remove = useAction<unknown, { roleCode: string; userId: string }>('/system/crm/sysRole/removeUser', {
    invalidates: [roleBase, '/system/crm/sysUser'],
    done: t('done'),
  });
  const ask = async (member: Member): Promise<void> => {
    if (
      await askConfirm({
        title: words('removeQuestion', { user: member.realName, role: roleName }),
        danger: true,
        okText: words('removeMember'),
      })
    )
      remove.mutate({ roleCode, userId: member.id });
  };
  return (
    <div className="eu-scroll">
      <table className="eu-simple">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {pick(labelOf(users, name))}
              </th>
            ))}
            <th scope="col">{common('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((member) => {
            const state = dict('EnableStatus', member.enabled);
            return (
              <tr key={member.id}>
                <td>
                  {Number(member.userType) === 2 ? (
                    member.username
                  ) : (
                    <RecordLink entity="sysUser" id={member.id}>
                      {member.username}
                    </RecordLink>
                  )}
                </td>
                <td>{member.realName}</td>
                <td>
                  <StatusTag color={state?.color}>{state?.name ?? member.enabled}</StatusTag>
                </td>
                <td>
                  <DateTime value={member.lastLoginTime} />
                </td>
                <td>
                  {can('roleRightsManage.users') ? (
                    <button
                      type="button"
                      className="eu-link-button eu-error"
                      disabled={remove.isPending}
                      onClick={() => void ask(member)}
                    >
                      {words('removeMember')}
                    </button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
