import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { modelDetailOverride } from '../../overrides/model/model.tsx';

export default function VehicleModelDetail(): ReactNode {
  return <EntityDetailPage entity={plain(vehicleType)} override={modelDetailOverride} />;
}
