import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState, type ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract/time';
import { pickerTime } from '../../../ui/inputs/picker-time.ts';
import { mostDays, type Days } from './hours.ts';
import { useRaffleTexts } from './texts.ts';

const day = 'YYYY-MM-DD';

interface Props {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Days from and to, not more than one question may be about. */
export function DaysPicker({ days: { from, to }, onChange }: Props): ReactNode {
  const t = useRaffleTexts();
  // A new pair would make the picker forget what is being typed, as `pickerTime` says.
  const range = useMemo((): [Dayjs | null, Dayjs | null] => [pickerTime(from, day), pickerTime(to, day)], [from, to]);
  const [today] = useState(() => dayjs(formatDay(new Date()), day));
  return (
    <DatePicker.RangePicker
      size="small"
      aria-label={t('days')}
      value={range}
      allowClear={false}
      disabledDate={(current, { from: begun }) =>
        current.isAfter(today, 'day') || (begun !== undefined && Math.abs(current.diff(begun, 'day')) >= mostDays)
      }
      onChange={(chosen) => {
        const [start, end] = chosen ?? [];
        if (start && end) onChange({ from: start.format(day), to: end.format(day) });
      }}
    />
  );
}
