import type { RoleDetail } from '@wheelhouse/contract/calls/access/rights';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useFunctions, type FunctionsState } from '../functions/useFunctions.ts';

export interface RoleState extends Pick<FunctionsState, 'index' | 'error' | 'reload'> {
  /** As it was first read: a later answer does not replace what is being edited. Undefined while on its way, or without a code. */
  readonly role: RoleDetail | undefined;
}

/** A role to edit or copy, read afresh, with the function tree. */
export function useRole(roleCode: string | undefined): RoleState {
  const functions = useFunctions();
  const { data, error, isFetching, refetch } = useCall(
    '/system/crm/sysRole/detail',
    { roleCode: roleCode ?? '' },
    { enabled: roleCode !== undefined, inlineErrors: true, staleTime: 0 },
  );
  const [kept, setKept] = useState<RoleDetail>();
  if (data !== undefined && !isFetching && kept?.roleCode !== data.roleCode) setKept(data);
  return {
    index: functions.index,
    error: functions.error ?? error,
    role: kept?.roleCode === roleCode ? kept : undefined,
    reload: () => {
      functions.reload();
      if (roleCode !== undefined) void refetch();
    },
  };
}
