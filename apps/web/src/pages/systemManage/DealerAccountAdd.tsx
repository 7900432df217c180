import type { ReactNode } from 'react';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { plain } from '@wheelhouse/entities/registry';
import { pathOf } from '../../routing/routes.ts';
import { AddAccount } from './accounts/AddAccount.tsx';
import { dealerAccountOverride } from './accounts/overrides.ts';

export default function DealerAccountAdd(): ReactNode {
  return (
    <AddAccount
      entity={plain(dealerUser)}
      override={dealerAccountOverride}
      after={() => pathOf('dealerAccountManage')}
    />
  );
}
