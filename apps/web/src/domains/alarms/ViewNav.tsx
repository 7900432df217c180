import type { ReactNode } from 'react';
import { usePage } from '../../routing/page.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useAlarmTexts } from './texts.ts';

const views = ['alarms', 'faults'] as const;

/** Alarms or fault reports; `?view=` in the address. */
export function ViewNav({ view }: { readonly view: (typeof views)[number] }): ReactNode {
  const texts = useAlarmTexts();
  const page = usePage();
  return (
    <Segments
      label={texts('views')}
      options={views.map((key) => ({ key, label: texts(key) }))}
      value={view}
      onChange={(key) => page.setSearch({ view: key === 'faults' ? key : undefined })}
    />
  );
}
