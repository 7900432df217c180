import { Suspense, type ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import { part } from '../../ui/part.tsx';
import { LoadingState } from '../../ui/States.tsx';
import type { EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';
import { useDetailTexts } from './texts.ts';
import { History } from './History.tsx';
import { RecordSections } from './Sections.tsx';

/** Few records are looked at by their versions: the list of an entity does not wait for it. */
const RecordVersions = part(() => import('./RecordVersions.tsx'));

export interface RecordTab {
  readonly key: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** What there is about a record, part by part: its sections, what the override adds where the user may see it, and its history. */
export function useRecordTabs({ entity, override }: EntityUi, row: EntityRow): readonly RecordTab[] {
  const pick = usePick();
  const texts = useDetailTexts();
  const can = useCan();
  const Lead = override?.lead;
  const own = (override?.tabs ?? [])
    .filter((tab) => tab.code === undefined || [tab.code].flat().some(can))
    .map(({ key, label, component: Tab }) => ({
      key,
      label: pick(label),
      children: (
        <Suspense fallback={<LoadingState />}>
          <Tab key={row.id} row={row} />
        </Suspense>
      ),
    }));
  return inOrder(override?.tabOrder, [
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
    ...own,
    ...(entity.publishable === true
      ? [
          {
            key: 'versions',
            label: texts('versions'),
            children: (
              <Suspense fallback={<LoadingState />}>
                <RecordVersions key={row.id} entity={entity} row={row} />
              </Suspense>
            ),
          },
        ]
      : []),
    { key: 'history', label: texts('history'), children: <History entity={entity} id={row.id} /> },
  ]);
}

/** Tabs in the order of the override; those it does not name follow as they are. */
function inOrder<T extends { readonly key: string }>(order: readonly string[] = [], tabs: readonly T[]): readonly T[] {
  const place = ({ key }: T): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return tabs.toSorted((a, b) => place(a) - place(b));
}
