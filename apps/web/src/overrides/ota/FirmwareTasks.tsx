import type { ReactNode } from 'react';
import { otaTask } from '@wheelhouse/entities/ota/ota-task';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { otaTaskOverride } from './task.tsx';

/** The tasks that use a firmware. */
export default function FirmwareTasks({ row }: { readonly row: RowOf<'firmware'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(otaTask)}
      override={otaTaskOverride}
      fixed={{ firmwareId: row.id }}
      without={['firmwareId', 'deviceType']}
    />
  );
}
