import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';
import { Tabs } from '../Tabs.tsx';
import { useTitleOf } from '../title.ts';
import { useRecord } from '../useRecord.tsx';
import { HeadStrip } from './HeadStrip.tsx';
import { useRecordTabs } from './useRecordTabs.tsx';

/** A record without a page of its own, beside its list. */
export default function RecordDrawer({
  entity,
  override,
  id,
  onClose,
}: EntityUi & { readonly id: string; readonly onClose: () => void }): ReactNode {
  const titleOf = useTitleOf();
  const pick = usePick();
  const { row, instead } = useRecord(entity, id);
  return (
    <Drawer open size={640} onClose={onClose} title={row === undefined ? pick(entity.label) : titleOf(entity, row)}>
      {row === undefined ? instead : <Shown entity={entity} override={override} row={row} />}
    </Drawer>
  );
}

function Shown({ entity, override, row }: EntityUi & { readonly row: EntityRow }): ReactNode {
  return (
    <>
      <HeadStrip override={override} row={row} />
      <Tabs items={[...useRecordTabs({ entity, override }, row)]} />
    </>
  );
}
