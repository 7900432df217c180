import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { rangeKeys } from '../query-state.ts';
import { useEntityTexts } from '../texts.ts';
import { FilterLabel } from './text.tsx';
import type { FilterProps } from './types.ts';

/** What a range of days needs to know of its list. */
export type DateRangeProps = Pick<FilterProps, 'spec' | 'label' | 'query' | 'onChange'>;

const day = 'YYYY-MM-DD';
const parse = (text: string | undefined): Dayjs | null => (text === undefined ? null : dayjs(text.slice(0, 10), day));

/** The present day in the console's zone, whatever the browser's is. */
const today = (): Dayjs => dayjs(formatDay(new Date()), day);

/** Days from and to, both included. Its own chunk: the date picker is heavy. */
export default function DateRange({ spec, label, query, onChange }: DateRangeProps): ReactNode {
  const texts = useEntityTexts();
  const [from, to] = rangeKeys(spec);
  const last = (days: number): [Dayjs, Dayjs] => [today().subtract(days - 1, 'day'), today()];
  return (
    <DatePicker.RangePicker
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      aria-label={label}
      value={[parse(query[from]), parse(query[to])]}
      allowEmpty={[true, true]}
      autoFocus
      defaultOpen
      presets={[
        { label: texts('today'), value: () => last(1) },
        { label: texts('yesterday'), value: () => [today().subtract(1, 'day'), today().subtract(1, 'day')] },
        { label: texts('last7'), value: () => last(7) },
        { label: texts('last30'), value: () => last(30) },
      ]}
      onChange={(range) => onChange({ [from]: range?.[0]?.format(day), [to]: range?.[1]?.format(day) })}
    />
  );
}
