import { Drawer, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { EntityUi } from '../../overrides/define.ts';
import { titleOf } from '../model.ts';
import { useWords } from '../texts.ts';
import { useRecord } from '../useRecord.tsx';
import { History } from './History.tsx';
import { RecordSections } from './Sections.tsx';

/** A record without a page of its own, beside its list. */
export default function RecordDrawer({
  entity,
  override,
  id,
  onClose,
}: EntityUi & { readonly id: string; readonly onClose: () => void }): ReactNode {
  const words = useWords();
  const pick = usePick();
  const { row, instead } = useRecord(entity, id);
  return (
    <Drawer open size={640} onClose={onClose} title={row === undefined ? pick(entity.label) : titleOf(entity, row)}>
      {row === undefined ? (
        instead
      ) : (
        <Tabs
          items={[
            {
              key: 'overview',
              label: words('overview'),
              children: (
                <div className="eu-stack">
                  <RecordSections entity={entity} override={override} row={row} />
                </div>
              ),
            },
            { key: 'history', label: words('history'), children: <History entityName={entity.name} id={id} /> },
          ]}
        />
      )}
    </Drawer>
  );
}
