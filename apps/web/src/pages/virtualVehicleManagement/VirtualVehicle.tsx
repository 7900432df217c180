import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { virtualVin } from '@wheelhouse/entities/vehicles/virtual-vin';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { Generate } from '../../overrides/virtual/Generate.tsx';

export default function VirtualVehicle(): ReactNode {
  return <EntityListPage entity={plain(virtualVin)} actions={<Generate />} />;
}
