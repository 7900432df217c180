import type { ReactNode } from 'react';
import { usePage } from '../../routing/page.ts';
import { useAlarmTexts } from './texts.ts';

/** Alarms or fault reports; `?view=` in the address. */
export function ViewNav({ view }: { readonly view: 'alarms' | 'faults' }): ReactNode {
  const texts = useAlarmTexts();
  const page = usePage();
  return (
    <span className="eu-switch" role="group" aria-label={texts('views')}>
      {(['alarms', 'faults'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => page.setSearch({ view: one === 'faults' ? one : undefined })}
        >
          {texts(one)}
        </button>
      ))}
    </span>
  );
}
