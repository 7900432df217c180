import { Drawer } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { LoadingState } from '../../ui/States.tsx';
import { Tabs } from '../Tabs.tsx';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';
import { useRecord } from '../useRecord.tsx';
import { HeadStrip } from './HeadStrip.tsx';
import { History } from './History.tsx';
import { RecordSections } from './Sections.tsx';

/** A record without a page of its own, beside its list. */
export default function RecordDrawer({
  entity,
  override,
  id,
  onClose,
}: EntityUi & { readonly id: string; readonly onClose: () => void }): ReactNode {
  const titleOf = useTitleOf();
  const texts = useEntityTexts();
  const pick = usePick();
  const can = useCan();
  const { row, instead } = useRecord(entity, id);
  const Lead = override?.lead;
  const tabs = (override?.tabs ?? []).filter((tab) => tab.code === undefined || [tab.code].flat().some(can));
  return (
    <Drawer open size={640} onClose={onClose} title={row === undefined ? pick(entity.label) : titleOf(entity, row)}>
      {row === undefined ? (
        instead
      ) : (
        <>
          <HeadStrip override={override} row={row} />
          <Tabs
            items={[
              {
                key: 'overview',
                label: texts('overview'),
                children: (
                  <div className="eu-stack">
                    {/* Together: what comes later would push the sections away. */}
                    <Suspense fallback={<LoadingState />}>
                      {Lead === undefined ? null : <Lead row={row} />}
                      <RecordSections entity={entity} override={override} row={row} />
                    </Suspense>
                  </div>
                ),
              },
              ...tabs.map(({ key, label, component: Tab }) => ({
                key,
                label: pick(label),
                children: (
                  <Suspense fallback={<LoadingState />}>
                    <Tab key={row.id} row={row} />
                  </Suspense>
                ),
              })),
              { key: 'history', label: texts('history'), children: <History entity={entity} id={id} /> },
            ]}
          />
        </>
      )}
    </Drawer>
  );
}
