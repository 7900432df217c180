import type { ReactNode } from 'react';
import { OnDemand } from '../controls/OnDemand.tsx';
import { part } from '../../ui/part.tsx';
import { rangeKeys } from '../query-state.ts';
import type { DateRangeProps } from './DateRange.tsx';
import { rangeText } from './range-text.ts';

const loadDates = () => import('./DateRange.tsx');
const DateRange = part(loadDates);

/** A range of days; the picker is fetched when it is first used. */
export function DateFilter(props: DateRangeProps): ReactNode {
  const { spec, label, query, onChange } = props;
  const [from, to] = rangeKeys(spec);
  return (
    <OnDemand
      label={label}
      text={rangeText(query[from], query[to])}
      onClear={() => onChange({ [from]: undefined, [to]: undefined })}
      load={loadDates}
    >
      <DateRange {...props} />
    </OnDemand>
  );
}
