import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { vehicleDetailOverride } from '../../overrides/vehicle/vehicle-detail.tsx';

export default function VehicleDetail(): ReactNode {
  return <EntityDetailPage entity={plain(vehicle)} override={vehicleDetailOverride} />;
}
