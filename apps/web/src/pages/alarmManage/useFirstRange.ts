import { useEffect, useEffectEvent, useRef } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { usePage } from '../../shell/page.ts';

const days = 7;

/** A page that is opened without a question asks for the last week; what the user chooses, also nothing, stays. */
export function useFirstRange(field: string, view?: string): void {
  const page = usePage();
  const asked = useRef(false);
  const ask = useEffectEvent(() => {
    if (asked.current) return;
    asked.current = true;
    const given = [...page.search.keys()].filter((key) => key !== 'view');
    if (given.length > 0) return;
    const from = formatDay(new Date(Date.now() - (days - 1) * 86_400_000));
    page.setSearch({ view, [`${field}.ge`]: from }, { replace: true });
  });
  useEffect(() => ask(), []);
}
