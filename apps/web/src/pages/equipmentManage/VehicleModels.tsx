import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { modelOverride } from '../../overrides/model/model.tsx';

export default function VehicleModels(): ReactNode {
  return <EntityListPage entity={plain(vehicleType)} override={modelOverride} />;
}
