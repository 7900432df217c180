import type { ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { usePage, useTabTitle } from '../../routing/page.ts';
import { PageBody } from '../../ui/Layout.tsx';
import { Dialogs } from '../dialogs.tsx';
import { titleOf, type EntityRow } from '../model.ts';
import { useRecord } from '../useRecord.tsx';

export interface RecordPageProps {
  readonly entity: EntityDef;
  readonly children: (row: EntityRow, reload: () => void) => ReactNode;
}

/** A page about the record of its address, which its tab is named after; what stands instead while there is none. Dialogs open over it. */
export function RecordPage(props: RecordPageProps): ReactNode {
  return (
    <Dialogs>
      <Body {...props} />
    </Dialogs>
  );
}

function Body({ entity, children }: RecordPageProps): ReactNode {
  const { row, instead, reload } = useRecord(entity, usePage().id);
  useTabTitle(row === undefined ? null : titleOf(entity, row));
  return row === undefined ? <PageBody>{instead}</PageBody> : children(row, reload);
}
