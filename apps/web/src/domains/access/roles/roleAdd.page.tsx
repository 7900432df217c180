import type { ReactNode } from 'react';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { defaultValues } from '../../../entity-ui/form/changes.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { roleEntity } from '../functions/role.ts';
import { RoleForm } from './RoleForm.tsx';
import { useRoleTexts } from './texts.ts';
import { useRole } from './useRole.ts';

/** A new role, empty or prefilled from another one (`?copy=code`). */
export default function RoleAdd(): ReactNode {
  const texts = useRoleTexts();
  const page = usePage();
  const copy = page.search.get('copy') ?? undefined;
  const { index, role, error, reload } = useRole(copy);
  if (index === undefined || (copy !== undefined && role === undefined))
    return <PageBody>{<PendingState error={error} onRetry={reload} />}</PageBody>;
  const start = {
    ...defaultValues(roleEntity),
    ...(role && {
      dataScope: role.dataScope,
      dealerAssignable: role.dealerAssignable,
      remark: role.remark,
      roleName: texts('copyName', { name: role.roleName }),
    }),
  };
  return (
    <Dialogs>
      <RoleForm
        key={copy ?? ''}
        index={index}
        stored={undefined}
        start={start}
        startTicked={role?.functionCodes ?? []}
        members={undefined}
        hint={role === undefined ? undefined : texts('copyOf', { name: role.roleName })}
      />
    </Dialogs>
  );
}
