import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { dealer } from '@wheelhouse/entities/support/dealer';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { dealerDetailOverride } from '../../overrides/dealer/dealer.tsx';

export default function DealerDetail(): ReactNode {
  return <EntityDetailPage entity={plain(dealer)} override={dealerDetailOverride} />;
}
