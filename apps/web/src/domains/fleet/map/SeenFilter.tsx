import { keysOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { useTexts } from '../../../i18n/lang.ts';
import { texts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

const hour = 3_600_000;
const choices = {
  seenHour: { op: 'ge', ms: hour },
  seenDay: { op: 'ge', ms: 24 * hour },
  silentDay: { op: 'le', ms: 24 * hour },
  silentWeek: { op: 'le', ms: 7 * 24 * hour },
} as const;
export type Seen = keyof typeof choices;

/** The filter of the vehicle list that a choice stands for, counted from the present minute. */
export function seenQuery(seen: Seen | null): Readonly<Record<string, unknown>> {
  if (seen === null) return {};
  const { op, ms } = choices[seen];
  return { [`lastReportTime.${op}`]: formatInstant(new Date(Math.floor((Date.now() - ms) / 60_000) * 60_000)) };
}

/** Chooses vehicles by when they were last heard of. */
export function SeenFilter({
  seen,
  onChange,
}: {
  readonly seen: Seen | null;
  readonly onChange: (seen: Seen | null) => void;
}): ReactNode {
  const t = useTexts(texts);
  return (
    <Select<Seen | 'any'>
      className="fm-seen"
      size="small"
      aria-label={t('seen')}
      popupMatchSelectWidth={false}
      value={seen ?? 'any'}
      onChange={(value) => onChange(value === 'any' ? null : value)}
      options={[
        { value: 'any' as const, label: t('seenAny') },
        ...keysOf(choices).map((value) => ({ value, label: t(value) })),
      ]}
    />
  );
}
