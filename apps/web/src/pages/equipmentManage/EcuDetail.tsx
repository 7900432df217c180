import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { ecu } from '@wheelhouse/entities/vehicles/ecu';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { ecuOverride } from '../../overrides/ecu/ecu.tsx';

export default function EcuDetail(): ReactNode {
  return <EntityDetailPage entity={plain(ecu)} override={ecuOverride} />;
}
