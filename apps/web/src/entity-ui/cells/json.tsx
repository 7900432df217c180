import type { ReactNode } from 'react';
import { slotsOf, useHoursText } from '../hours.ts';
import type { CellProps } from './types.ts';

export function JsonCell({ field, value, place }: CellProps<'json'>): ReactNode {
  const hours = useHoursText();
  if (field.shape === 'weeklyHours') {
    if (place === 'list') return <span>{hours(value)}</span>;
    return (
      <ul className="eu-plain-list wh-num">
        {slotsOf(value).map((slot) => (
          <li key={`${slot.days.join()}${slot.from}`}>{hours([slot])}</li>
        ))}
      </ul>
    );
  }
  if (place === 'list') return <code>{JSON.stringify(value)}</code>;
  return <pre className="eu-code">{JSON.stringify(value, null, 2)}</pre>;
}
