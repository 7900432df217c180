import { codes } from '@wheelhouse/entities/codes';
import type { ReactNode } from 'react';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import { firmware } from '@wheelhouse/entities/ota/firmware';
import { firmwareOld } from '@wheelhouse/entities/ota/firmware-old';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';

const { 'SM-Firmware': modern, 'SM-FirmwareOld': old } = otaMachines;

/** The firmware in force: what is released for vehicles of a model. */
export default function FirmwareTab({ row }: { readonly row: RowOf<'vehicleType'> }): ReactNode {
  const without = ['vehicleTypeIds', 'status'];
  return Number(row.otaGeneration) === codes.OtaGeneration.new ? (
    <RelatedList
      entity={plain(firmware)}
      fixed={{ vehicleTypeIds: row.id, status: modern.states.released }}
      without={without}
    />
  ) : (
    <RelatedList
      entity={plain(firmwareOld)}
      fixed={{ vehicleTypeIds: row.id, status: old.states.released }}
      without={without}
    />
  );
}
