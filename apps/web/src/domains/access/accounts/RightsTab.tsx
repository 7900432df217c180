import { listOf } from '@wheelhouse/contract/object';
import type { RoleDetail } from '@wheelhouse/contract/calls/access/rights';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { heldFunctions } from '@wheelhouse/entities/access/function-tree';
import type { RowOf } from '@wheelhouse/entities/rows';
import { call } from '../../../api/client.ts';
import { callKey } from '../../../api/query.ts';

import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { FunctionTree } from '../functions/FunctionTree.tsx';
import type { FunctionIndex } from '../functions/model.ts';
import { useFunctions } from '../functions/useFunctions.ts';
import { useAccountTexts } from './texts.ts';

const path = '/system/crm/sysRole/detail';

/** Functions of enabled roles together, with what they need. */
function heldBy(index: FunctionIndex, roles: readonly RoleDetail[]): Set<string> {
  const granted = roles.filter((role) => Number(role.enabled) === 1).flatMap((role) => role.functionCodes);
  return new Set([...heldFunctions(granted)].filter((code) => index.nodes.has(code)));
}

/** What an operator may do: the functions of all their roles together, closed over. */
export default function RightsTab({
  row,
}: {
  readonly row: Pick<RowOf<'sysUser' | 'dealerUser'>, 'roleCodes'>;
}): ReactNode {
  const texts = useAccountTexts();
  const roleCodes = listOf(row.roleCodes);
  const isAdmin = roleCodes.includes('admin');
  const { index, error, reload } = useFunctions();
  const roles = useQuery({
    queryKey: callKey(path, { roleCodes }),
    queryFn: ({ signal }) => Promise.all(roleCodes.map((roleCode) => call(path, { roleCode }, { signal }))),
    enabled: !isAdmin,
    meta: { inline: true },
  });
  const held =
    index === undefined || (roles.data === undefined && !isAdmin)
      ? undefined
      : isAdmin
        ? new Set(index.nodes.keys())
        : heldBy(index, roles.data ?? []);
  if (index === undefined || held === undefined)
    return (
      <PendingState
        error={error ?? roles.error}
        onRetry={() => {
          reload();
          void roles.refetch();
        }}
      />
    );
  return (
    <Section
      title={texts('effective')}
      extra={<span className="wh-faint wh-num">{texts('effectiveOf', { n: held.size, m: roleCodes.length })}</span>}
    >
      {isAdmin ? <Alert type="info" showIcon title={texts('everything')} className="eu-gap" /> : null}
      <FunctionTree index={index} ticked={held} />
    </Section>
  );
}
