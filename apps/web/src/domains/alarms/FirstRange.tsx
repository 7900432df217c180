import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { usePage } from '../../routing/page.ts';

const days = 7;

export interface FirstRangeProps {
  readonly field: string;
  readonly view?: string;
  readonly children: ReactNode;
}

/** A page that is opened without a question asks for the last week, and only then for its rows; what the user chooses, also nothing, stays. */
export function FirstRange({ field, view, children }: FirstRangeProps): ReactNode {
  const page = usePage();
  const given = [...page.search.keys()].some((key) => key !== 'view');
  const [begun, setBegun] = useState(given);
  if (given && !begun) setBegun(true);
  const ask = useEffectEvent(() => {
    if (begun) return;
    const from = formatDay(new Date(Date.now() - (days - 1) * 86_400_000));
    page.setSearch({ view, [`${field}.ge`]: from }, { replace: true });
  });
  useEffect(() => ask(), []);
  return begun ? children : null;
}
