import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { pickerTime } from '../../ui/inputs/picker-time.ts';
import { rangeKeys } from '../query-state.ts';
import { useEntityTexts } from '../texts.ts';
import { FilterLabel } from './text.tsx';
import type { FilterProps } from './types.ts';

/** What a range of days needs to know of its list. */
export type DateRangeProps = Pick<FilterProps, 'spec' | 'label' | 'query' | 'onChange'>;

const day = 'YYYY-MM-DD';

/** The present day in the console's zone, whatever the browser's is. */
const today = (): Dayjs => dayjs(formatDay(new Date()), day);

/** Days from and to, both included. Its own chunk: the date picker is heavy. */
export default function DateRange({ spec, label, query, onChange }: DateRangeProps): ReactNode {
  const texts = useEntityTexts();
  const [from, to] = rangeKeys(spec);
  const [start, end] = [query[from]?.slice(0, 10) ?? '', query[to]?.slice(0, 10) ?? ''];
  // A new pair would make the picker forget what is being typed, as `pickerTime` says.
  const range = useMemo(
    (): [Dayjs | null, Dayjs | null] => [pickerTime(start, day), pickerTime(end, day)],
    [start, end],
  );
  const last = (days: number): [Dayjs, Dayjs] => [today().subtract(days - 1, 'day'), today()];
  return (
    <DatePicker.RangePicker
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      aria-label={label}
      value={range}
      allowEmpty={[true, true]}
      autoFocus
      defaultOpen
      presets={[
        { label: texts('today'), value: () => last(1) },
        { label: texts('yesterday'), value: () => [today().subtract(1, 'day'), today().subtract(1, 'day')] },
        { label: texts('last7'), value: () => last(7) },
        { label: texts('last30'), value: () => last(30) },
      ]}
      onChange={(chosen) => onChange({ [from]: chosen?.[0]?.format(day), [to]: chosen?.[1]?.format(day) })}
    />
  );
}
