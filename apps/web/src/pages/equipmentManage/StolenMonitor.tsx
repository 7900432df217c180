import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { stolenCase } from '@wheelhouse/entities/vehicles/stolen-case';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { stolenCaseOverride } from '../../overrides/theft/override.tsx';

export default function StolenMonitor(): ReactNode {
  return <EntityListPage entity={plain(stolenCase)} override={stolenCaseOverride} />;
}
