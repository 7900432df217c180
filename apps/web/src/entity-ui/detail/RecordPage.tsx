import type { ReactNode } from 'react';
import type { EntityDef, Named } from '@wheelhouse/entities';
import type { RowFor } from '@wheelhouse/entities/rows';
import { usePick, type Text } from '../../i18n/lang.ts';
import { usePage, useTabTitle } from '../../routing/page.ts';
import { PageBody } from '../../ui/Layout.tsx';
import { Dialogs } from '../dialogs.tsx';
import type { EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { useRecord } from '../useRecord.tsx';

export interface RecordPageProps<Shown = EntityRow, Entity = EntityDef> {
  readonly entity: Entity;
  /** What is done with the record here, where it has another page: the tabs of both may be open side by side. */
  readonly doing?: Text;
  readonly children: (row: Shown, reload: () => void) => ReactNode;
}

/** A page about the record of its address, which its tab is named after; what stands instead while there is none. Dialogs open over it. */
export function RecordPage<Name extends string>(props: RecordPageProps<RowFor<Name>, Named<Name>>): ReactNode;
export function RecordPage(props: RecordPageProps): ReactNode {
  return (
    <Dialogs>
      <Body {...props} />
    </Dialogs>
  );
}

function Body({ entity, doing, children }: RecordPageProps): ReactNode {
  const titleOf = useTitleOf();
  const pick = usePick();
  const { row, instead, reload } = useRecord(entity, usePage().id);
  const title = row === undefined ? null : titleOf(entity, row);
  useTabTitle(title === null || doing === undefined ? title : `${pick(doing)} ${title}`);
  return row === undefined ? <PageBody>{instead}</PageBody> : children(row, reload);
}
