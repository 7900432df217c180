import type { ReactNode } from 'react';
import { usePage } from '../../../routing/page.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useHolidayTexts } from './texts.ts';

const kinds = ['themes', 'holidays'] as const;

/** Themes, or the voices of holidays: `?view=holiday` in the address. */
export function ThemeNav({ kind }: { readonly kind: (typeof kinds)[number] }): ReactNode {
  const words = useHolidayTexts();
  const page = usePage();
  return (
    <div>
      <Segments
        label={words('kinds')}
        options={kinds.map((key) => ({ key, label: words(key) }))}
        value={kind}
        onChange={(key) => page.setSearch({ view: key === 'holidays' ? 'holiday' : undefined })}
      />
    </div>
  );
}
