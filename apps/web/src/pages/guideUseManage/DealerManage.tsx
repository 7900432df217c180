import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { dealer } from '@wheelhouse/entities/support/dealer';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { dealerOverride } from '../../overrides/dealer/dealer.tsx';

export default function DealerManage(): ReactNode {
  return <EntityListPage entity={plain(dealer)} override={dealerOverride} />;
}
