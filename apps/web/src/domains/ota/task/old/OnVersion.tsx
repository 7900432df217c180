import type { ReactNode } from 'react';
import { otaEquipment } from '@wheelhouse/entities/ota/ota-equipment';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../../entity-ui/related/RelatedList.tsx';

/** The vehicles whose part has the version of a firmware. */
export default function OnVersion({ row }: { readonly row: RowOf<'firmwareOld'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(otaEquipment)}
      fixed={{ deviceType: row.deviceType, softwareVersion: row.version }}
      without={['deviceType', 'softwareVersion', 'generation', 'testGroup', 'hardwareVersion']}
    />
  );
}
