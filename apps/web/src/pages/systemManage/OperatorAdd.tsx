import type { ReactNode } from 'react';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { hrefOf } from '../../routing/page.ts';
import { AddAccount } from './accounts/AddAccount.tsx';
import { operatorOverride } from './accounts/overrides.ts';

export default function OperatorAdd(): ReactNode {
  return (
    <AddAccount
      entity={plain(sysUser)}
      override={operatorOverride}
      after={(id) => hrefOf('operatorManageDetail', { id })}
    />
  );
}
