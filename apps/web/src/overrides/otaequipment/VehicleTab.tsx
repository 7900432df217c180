import { otaEquipment } from '@wheelhouse/entities/ota/ota-equipment';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { otaEquipmentOverride } from './otaequipment.tsx';

const entity = plain(otaEquipment);
const without = ['vin', 'frameNo', 'vehicleTypeId', 'generation', 'online', 'lastReportTime'];

/** The parts of a vehicle with what could be installed on them. */
export default function VehicleTab({ row: { id } }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  return (
    <RelatedList
      entity={entity}
      override={otaEquipmentOverride}
      fixed={{ vehicleId: id }}
      without={without}
      readOnly={false}
    />
  );
}
