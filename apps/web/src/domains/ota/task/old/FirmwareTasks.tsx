import type { ReactNode } from 'react';
import { otaTaskOld } from '@wheelhouse/entities/ota/ota-task-old';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../../entity-ui/related/RelatedList.tsx';
import { otaTaskOldOverride } from './otaTaskOld.override.tsx';

/** The tasks that use a firmware of the old platform. */
export default function FirmwareTasks({ row }: { readonly row: RowOf<'firmwareOld'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(otaTaskOld)}
      override={otaTaskOldOverride}
      fixed={{ firmwareId: row.id }}
      without={['firmwareId', 'deviceType']}
    />
  );
}
