import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleImage } from '@wheelhouse/entities/vehicles/vehicle-image';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { imageOverride } from '../../overrides/model/image.tsx';
import { ZipImport } from '../../overrides/model/ZipImport.tsx';

export default function VehicleImage(): ReactNode {
  return <EntityListPage entity={plain(vehicleImage)} override={imageOverride} actions={<ZipImport />} />;
}
