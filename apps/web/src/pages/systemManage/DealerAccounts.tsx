import type { ReactNode } from 'react';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { dealerAccountOverride } from './accounts/overrides.ts';

export default function DealerAccounts(): ReactNode {
  return <EntityListPage entity={plain(dealerUser)} override={dealerAccountOverride} />;
}
