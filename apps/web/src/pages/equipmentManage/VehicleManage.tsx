import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { vehicleOverride } from '../../overrides/vehicle/vehicle.tsx';

export default function VehicleManage(): ReactNode {
  return <EntityListPage entity={plain(vehicle)} override={vehicleOverride} />;
}
