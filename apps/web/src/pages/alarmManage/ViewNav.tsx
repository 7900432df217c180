import type { ReactNode } from 'react';
import { usePage } from '../../routing/page.ts';
import { useAlarmWords } from './texts.ts';

/** Alarms or fault reports; `?view=` in the address. */
export function ViewNav({ view }: { readonly view: 'alarms' | 'faults' }): ReactNode {
  const words = useAlarmWords();
  const page = usePage();
  return (
    <span className="eu-switch" role="group" aria-label={words('views')}>
      {(['alarms', 'faults'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => page.setSearch({ view: one === 'faults' ? one : undefined })}
        >
          {words(one)}
        </button>
      ))}
    </span>
  );
}
