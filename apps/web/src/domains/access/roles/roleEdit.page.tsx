import type { ReactNode } from 'react';
import { isApiError } from '../../../api/errors.ts';
import { useCall } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { useT } from '../../../i18n/common.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { roleFields } from '../functions/role.ts';
import { RoleForm } from './RoleForm.tsx';
import { useRole } from './useRole.ts';

const missingCode = 1002;

/** Changes a role (`?id=` is its code). */
export default function RoleEdit(): ReactNode {
  const t = useT();
  const { id } = usePage();
  const { index, role, error, reload } = useRole(id);
  const members = useCall(
    '/system/crm/sysRole/users',
    { roleCode: id ?? '', page: 1, pageSize: 1 },
    { enabled: id !== undefined, inlineErrors: true },
  );
  if (id === undefined || isApiError(error, missingCode))
    return (
      <PageBody>
        <EmptyState title={t('notFound')} />
      </PageBody>
    );
  if (index === undefined || role === undefined)
    return <PageBody>{<PendingState error={error} onRetry={reload} />}</PageBody>;
  const start = Object.fromEntries(roleFields.map((name) => [name, role[name]]));
  return (
    <Dialogs>
      <RoleForm
        key={role.roleCode}
        index={index}
        stored={role}
        start={start}
        startTicked={role.functionCodes}
        members={members.data?.total}
      />
    </Dialogs>
  );
}
